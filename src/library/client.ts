/** The client of programs: each operation of the contract as a function, and its lists as iterators. */
import type { Client as Sender } from "../client/client.ts";
import { check } from "../contract/check.ts";
import { buildChanges, type Endpoint } from "../contract/endpoint.ts";
import { everyOperation } from "../contract/every-operation.ts";
import { UsageError } from "../errors.ts";
import type { Operations } from "./operations.ts";

/** One page of a list, as the API answers it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the list goes on: the `page` of a further call; absent at the end. */
  readonly next?: { readonly page: string };
  /** How many items the whole list has, if the platform says. */
  readonly count?: number;
}

/**
 * A list, item by item over all its pages: `for await (const space of client.listSpaces…(…))`. A page is
 * fetched when its first item is asked for. The input's `limit` is the size of a page, and its `page`
 * where to start. It fails if the list changes while it is read, as items may then be missing.
 */
export interface List<Item> extends AsyncIterable<Item> {
  /** The same page by page. */
  pages(): AsyncIterable<ListPage<Item>>;
}

/**
 * A function for each operation, under the name that the platform gives it (`getSpaceById`). It takes
 * one object with the names of the API, and returns the answer as it came; integers beyond 2^53 are
 * bigint. A list is returned as a {@link List}.
 *
 * The input is checked before anything is sent. A read is repeated after a failure that may pass, a
 * write only if that cannot carry it out twice, and each request after a 429 when the platform says.
 *
 * Errors: `UsageError` if nothing was sent; `Problem` for an answer of refusal, with its HTTP `status`;
 * `Unreachable` if no whole answer came; `Unsettled` if a write may have been carried out nevertheless;
 * `Unfinished`, an `Unsettled` with the answer as `value`, for a 202: accepted, and not done yet.
 */
export interface Client extends Operations {
  /** The bytes behind an address that an answer gave, such as a PDF; the token is not sent there. */
  download(address: string): Promise<Uint8Array>;
}

type Given = Readonly<Record<string, unknown>>;

/** @param client what sends, over any transport */
export function withOperations(client: Sender): Client {
  const operations = everyOperation.map((endpoint) => [
    endpoint.operation,
    endpoint.list ? listOperation(client, endpoint) : operation(client, endpoint),
  ]);
  return {
    ...Object.fromEntries(operations),
    download: (address) => client.download(address),
  };
}

function operation(client: Sender, endpoint: Endpoint) {
  return async (given: Given = {}) => {
    await refuseFaulty(endpoint, given);
    return (await client.call(endpoint, given)).value;
  };
}

function listOperation(client: Sender, endpoint: Endpoint) {
  return (given: Given = {}) => {
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

/** @throws UsageError that names the operation, each field at fault and its rule */
async function refuseFaulty(endpoint: Endpoint, given: Given): Promise<void> {
  const { operation, input } = endpoint;
  const faults = await check(input, given);
  if (faults.length > 0) {
    const clauses = faults.map(({ path, rule }) => `${path.join(".") || "the input"} ${rule}`);
    throw new UsageError(`${operation}: ${clauses.join("; ")}.`);
  }
  const changes = buildChanges(endpoint);
  if (changes.length > 0 && changes.every((name) => given[name] === undefined)) {
    throw new UsageError(`${operation} was given nothing to do; give ${changes.join(", ")}.`);
  }
}
