/** Fetches as much of a list as --limit, --all and the pages ask for. */
import type { Show } from "../commands/verb.ts";
import type { Context, JsonObject } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { UsageError } from "../errors.ts";
import { mostIds } from "./id-cache.ts";
import { asInput } from "./input.ts";
import { remember } from "./remember-ids.ts";

const usualLimit = 50;
const largestPage = 1000;

interface Extent {
  /** Most items; absent for all. */
  readonly limit: number | undefined;
  readonly from: string | undefined;
  readonly size: number;
}

/** The pages of a list up to the limit, and the notes to print after it. */
export async function pagesOf(
  verb: Show,
  endpoint: Endpoint,
  input: JsonObject,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<{
  readonly list: AsyncIterable<readonly JsonObject[]>;
  readonly notes: () => readonly string[];
  /** The first page; empty until it is received. */
  readonly first: () => JsonObject;
}> {
  const { limit, from, size } = extentIn(shared);
  const client = await context.client({ many: limit === undefined || limit > largestPage });
  client.announce(endpoint, asInput(input));
  const notes: string[] = [];
  let first: JsonObject = {};
  async function* list(): AsyncGenerator<readonly JsonObject[]> {
    let count = 0;
    let isFirst = true;
    const received: JsonObject[] = [];
    for await (const page of client.pages(endpoint, asInput(input), { from, size })) {
      if (isFirst) first = page.value;
      const note = isFirst ? verb.note(page.value) : undefined;
      if (note !== undefined) notes.push(note);
      isFirst = false;
      const left = limit === undefined ? page.items.length : limit - count;
      const items = page.items.slice(0, left);
      count += items.length;
      for (const item of items.slice(0, mostIds - received.length)) received.push(item);
      yield items;
      const reached = limit !== undefined && count >= limit;
      if (reached && (page.next !== undefined || page.items.length > left)) {
        notes.push(more(count, page.count));
        break;
      }
    }
    remember(received, endpoint, input, context);
  }
  return { list: list(), notes: () => notes, first: () => first };
}

/** A list without pages, cut if a limit was given, and the notes to print after it. */
export function cutList(
  list: AsyncIterable<readonly JsonObject[]>,
  shared: ReadonlyMap<string, string | true>,
): {
  readonly list: AsyncIterable<readonly JsonObject[]>;
  readonly notes: () => readonly string[];
} {
  const limit = wholeLimit(shared);
  if (limit === undefined) return { list, notes: () => [] };
  const most = limit;
  let total = 0;
  async function* first() {
    for await (const items of list) {
      const left = most - total;
      total += items.length;
      if (left > 0) yield items.slice(0, left);
    }
  }
  return { list: first(), notes: () => (total > limit ? [more(limit, total)] : []) };
}

/** The limit of a list without pages: undefined for all of it, unless --limit is given. */
export function wholeLimit(shared: ReadonlyMap<string, string | true>): number | undefined {
  const { limit } = extentIn(shared);
  return shared.has("limit") ? limit : undefined;
}

function more(count: number, total: number | undefined): string {
  const of = total === undefined ? "There are more than" : `There are ${total}, and`;
  return total === undefined
    ? `${of} the ${count} shown; --all fetches every one, --limit <n> a number of them.`
    : `${of} ${count} are shown; --all fetches every one, --limit <n> a number of them.`;
}

/** @throws UsageError for numbers out of range and flags that contradict each other */
function extentIn(shared: ReadonlyMap<string, string | true>): Extent {
  const number = (name: string, most: number) => numberIn(shared, name, most);
  const all = shared.has("all");
  const given = number("limit", 1_000_000_000);
  if (all && given !== undefined) {
    throw new UsageError("--all and --limit contradict each other; leave one of them out.");
  }
  // A report of a part would be taken for the whole.
  const usual = shared.has("report") ? undefined : usualLimit;
  const limit = all ? undefined : (given ?? usual);
  const from = shared.get("page-token");
  return {
    limit,
    from: typeof from === "string" ? from : undefined,
    size: number("page-size", largestPage) ?? Math.min(limit ?? largestPage, largestPage),
  };
}

function numberIn(
  shared: ReadonlyMap<string, string | true>,
  name: string,
  most: number,
): number | undefined {
  const word = shared.get(name);
  if (word === undefined) return undefined;
  const number = typeof word === "string" && /^\d{1,10}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(
    `--${name} must be a whole number from 1 to ${most}, not ${JSON.stringify(word)}.`,
  );
}
