/** Client for programs: each operation of the contract as a function, and its lists as iterators. */
import type { ApiClient as Sender } from "../client/client.ts";
import { check } from "../contract/check.ts";
import { buildChanges, type Endpoint } from "../contract/endpoint.ts";
import { everyOperation } from "../contract/every-operation.ts";
import { UsageError } from "../errors.ts";

/** One page of a list, as returned by the API. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The token of the next page, for `page` of a further call; absent at the end. */
  readonly next?: { readonly page: string };
  /** The number of items in the whole list, if the platform returns it. */
  readonly count?: number;
}

/**
 * A list, item by item over all its pages: `for await (const space of client.listSpaces…(…))`. Each
 * page is requested on demand. The input's `limit` is the page size, and its `page` the start. The
 * iteration fails if the list changes in the meantime, because items could be missing.
 */
export interface List<Item> extends AsyncIterable<Item> {
  /** The same page by page. */
  pages(): AsyncIterable<ListPage<Item>>;
}

/**
 * A function for each operation, under the name that the platform uses (`getSpaceById`). It takes
 * one object with the names of the API, and returns the response as received; integers beyond 2^53
 * are bigint. A list is returned as a {@link List}.
 *
 * The input is validated before anything is sent. A read is retried after a temporary failure, a
 * write only if a retry cannot repeat its effect, and any request after a 429 when the platform
 * allows it.
 *
 * Errors: `UsageError` if nothing was sent; `ApiError` for an error response, with its HTTP
 * `status`; `NetworkError` without a complete response; `IncompleteError` if a write may have succeeded
 * anyway; `AcceptedError`, an `IncompleteError` with the response as `value`, for a 202: accepted, but not
 * finished.
 */
export interface Client extends Operations {
  /** The bytes at a URL from a response, such as a PDF; the token is not sent there. */
  download(address: string): Promise<Uint8Array>;
}

type OperationInput = Readonly<Record<string, unknown>>;

/** @param client sends the requests, over any transport */
export function withOperations(client: Sender): Client {
  const operations = everyOperation.map((endpoint) => [
    endpoint.operation,
    endpoint.list ? listOperation(client, endpoint) : createOperation(client, endpoint),
  ]);
  return {
    ...Object.fromEntries(operations),
    download: (address) => client.download(address),
  };
}

function createOperation(client: Sender, endpoint: Endpoint) {
  return async (given: OperationInput = {}) => {
    await refuseFaulty(endpoint, given);
    return (await client.call(endpoint, given)).value;
  };
}

function listOperation(client: Sender, endpoint: Endpoint) {
  return (given: OperationInput = {}) => {
    async function* pages() {
      await refuseFaulty(endpoint, given);
      for await (const { items, next, count } of client.pages(endpoint, given)) {
        yield { items, ...(next && { next }), ...(count !== undefined && { count }) };
      }
    }
    async function* items() {
      for await (const page of pages()) yield* page.items;
    }
    return { pages, [Symbol.asyncIterator]: items };
  };
}

/** @throws UsageError that names the operation, each invalid field and its rule */
async function refuseFaulty(endpoint: Endpoint, given: OperationInput): Promise<void> {
  const { operation, input } = endpoint;
  const faults = await check(input, given);
  if (faults.length > 0) {
    const clauses = faults.map(({ path, rule }) => `${path.join(".") || "the input"} ${rule}`);
    throw new UsageError(`${operation}: ${clauses.join("; ")}.`);
  }
  const changes = buildChanges(endpoint);
  if (changes.length > 0 && changes.every((name) => given[name] === undefined)) {
    throw new UsageError(`${operation} needs at least one of ${changes.join(", ")}.`);
  }
}

/**
 * Every operation under its name, from its input to its answer.
 * @see scripts/building/library-types.mjs
 */
interface Operations {
  readonly [operation: string]: (input: never) => unknown;
}
