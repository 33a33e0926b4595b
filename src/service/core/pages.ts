/** Pages of a list, cut by key and not by count: page 1 000 costs what page 1 costs. */
import { createHash } from "node:crypto";
import type { Page } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";

export interface PageRequest<Row, T> {
  /** Names the list with its filters; a token of another list is refused. */
  readonly list: string;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Reads at most `take` rows strictly after the key, in the order of the key. */
  readonly read: (after: readonly string[] | undefined, take: number) => Promise<readonly Row[]>;
  /** The values that the list is ordered by, the last one unique. */
  readonly key: (row: Row) => readonly string[];
  /** Whether the caller may see the row; rows that fail cost a read and no place in the page. */
  readonly keep?: ((row: Row) => boolean) | undefined;
  readonly show: (row: Row) => T;
}

const defaultLimit = 50;
/** How many rows are read at least where some may be left out. */
const leastRead = 100;

/**
 * The limit is 50 where absent; 0 answers no items and no next page.
 * @throws Problem 400 for a page token that is not one of this list
 */
export async function pageOf<Row, T>(request: PageRequest<Row, T>): Promise<Page<T>> {
  const { list, page, limit = defaultLimit, read, key, keep, show } = request;
  let after = page === undefined ? undefined : keyOf(list, page);
  if (limit === 0) return { items: [] };
  const rows: Row[] = [];
  // One more than fits tells whether there is a next page.
  while (rows.length <= limit) {
    const missing = limit + 1 - rows.length;
    const take = keep ? Math.max(missing, leastRead) : missing;
    const found = await read(after, take);
    for (const row of found) {
      if (rows.length <= limit && (keep?.(row) ?? true)) rows.push(row);
    }
    const last = found.at(-1);
    if (last === undefined || found.length < take) break;
    after = key(last);
  }
  const shown = rows.slice(0, limit);
  const items = shown.map(show);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, next: { page: tokenOf(list, key(last)) } };
}

/** The digest ties the key to its list, and tells a damaged token from a whole one. */
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
