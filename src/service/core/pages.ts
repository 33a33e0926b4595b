/** Pages of a list, cut by key and not by count: page 1 000 costs what page 1 costs. */
import { createHash } from "node:crypto";
import type { Page } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";

export interface PageRequest<Row, T> {
  /** Identifies the list and its filters; a page token of another list is refused. */
  readonly list: string;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Reads at most `take` rows strictly after the key, in the order of the key. */
  readonly read: (after: readonly string[] | undefined, take: number) => Promise<readonly Row[]>;
  /** The values that the list is ordered by, the last one unique. */
  readonly key: (row: Row) => readonly string[];
  /** Whether the caller may see the row; a row that is left out takes no place in the page. */
  readonly keep?: ((row: Row) => boolean) | undefined;
  readonly show: (row: Row) => T;
  /** How much of the answer a row takes; a page ends early, with a next one, at a megabyte of it. */
  readonly size?: ((row: Row) => number) | undefined;
}

const defaultLimit = 50;
/** In the unit of `size`. One row is in a page, however large it is. */
const largestPage = 1024 * 1024;
/** At least this many rows are read if some may be left out. */
const leastRead = 100;

/**
 * The limit is 50 if absent; 0 answers no items and no next page.
 * @throws Problem 400 for a page token that is not one of this list
 */
export async function pageOf<Row, T>(request: PageRequest<Row, T>): Promise<Page<T>> {
  const { list, page, limit = defaultLimit, read, key, keep, show, size } = request;
  let after = page === undefined ? undefined : keyOf(list, page);
  if (limit === 0) return { items: [] };
  const rows: Row[] = [];
  // One more than fits tells whether there is a next page.
  while (rows.length <= limit) {
    const missing = limit + 1 - rows.length;
    const take = keep ? Math.max(missing, leastRead) : missing;
    const batch = await read(after, take);
    for (const row of batch) {
      if (rows.length <= limit && (keep?.(row) ?? true)) rows.push(row);
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < take) break;
    after = key(last);
  }
  const visible = rows.slice(0, size ? fitting(rows, limit, size) : limit);
  const items = visible.map(show);
  const last = visible.at(-1);
  if (rows.length <= visible.length || last === undefined) return { items };
  return { items, next: { page: tokenOf(list, key(last)) } };
}

/** How many of the first rows fit into a page. */
function fitting<Row>(rows: readonly Row[], limit: number, size: (row: Row) => number): number {
  let sum = 0;
  for (const [index, row] of rows.slice(0, limit).entries()) {
    sum += size(row);
    if (sum > largestPage && index > 0) return index;
  }
  return limit;
}

/** The digest binds the key to its list, and detects a damaged token. */
function tokenOf(list: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([digest(list, key), ...key])).toString("base64url");
}

function keyOf(list: string, token: string): readonly string[] {
  const [, ...key] = textsIn(token);
  // The whole text is compared: a decoder takes many spellings of the same bytes.
  if (token !== tokenOf(list, key)) {
    throw new Problem(
      400,
      "page must be the next.page of an answer of this same list; leave it out to start at the first page.",
      { field: "page" },
    );
  }
  return key;
}

function textsIn(token: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

function digest(list: string, key: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([list, ...key]))
    .digest("base64url")
    .slice(0, 16);
}
