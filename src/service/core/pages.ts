/** Pages of a list, cut by key and not by count: page 1 000 costs what page 1 costs. */
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from "kysely";
import type { Page } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";

export interface PageRequest<Row, T> {
  /** Identifies the list and its filters; a page token of another list is refused. */
  readonly list: string;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Reads at most `take` rows strictly after the key, in the order of the key. */
  readonly read: ReadRows<Row>;
  /** The sizes of the rows that `read` reads, in bytes; for rows that can be too large to read many at once. */
  readonly measure?: ReadRows<number> | undefined;
  /** The values that the list is ordered by, the last one unique. */
  readonly key: (row: Row) => readonly string[];
  /** Whether the caller may see the row; a row that is left out takes no place in the page. */
  readonly keep?: ((row: Row) => boolean) | undefined;
  readonly show: (row: Row) => T;
  /** How much of the answer a row takes, in characters; the length of its texts if absent. */
  readonly size?: ((row: Row) => number) | undefined;
}

type ReadRows<Row> = (
  after: readonly string[] | undefined,
  take: number,
) => Promise<readonly Row[]>;

const defaultLimit = 50;
/** In the units of `size` and `measure`. One row is in a page, however large it is. */
const largestPage = 1024 * 1024;
/** So many are read and shown in a few milliseconds; then others have their turn. */
const rowsAtOnce = 100;

/**
 * The limit is 50 if absent; 0 answers no items and no next page. A page of large rows ends early,
 * with a next one.
 * @throws Problem 400 for a page token that is not one of this list
 */
export async function buildPage<Row, T>(request: PageRequest<Row, T>): Promise<Page<T>> {
  const { list, page, limit = defaultLimit, key, keep, show, size = computeTextsLength } = request;
  let after = page === undefined ? undefined : decodePageToken(list, page);
  if (limit === 0) return { items: [] };
  const items: T[] = [];
  let last: Row | undefined;
  let left = largestPage;
  for (;;) {
    // One more than fits tells whether there is a next page. Of many rows, few may be visible.
    const take = keep ? rowsAtOnce : Math.min(limit + 1 - items.length, rowsAtOnce);
    const { rows, isEnd } = await readSome(request, after, take);
    for (const row of rows) {
      if (keep && !keep(row)) continue;
      left -= size(row);
      if (last !== undefined && (items.length === limit || left < 0)) {
        return { items, next: { page: getToken(list, key(last)) } };
      }
      items.push(show(row));
      last = row;
    }
    const end = rows.at(-1);
    if (isEnd || end === undefined) return { items };
    after = key(end);
    await turn();
  }
}

/** @returns rows of a bounded size, and whether they are the last ones of the list */
async function readSome<Row>(
  { read, measure }: Pick<PageRequest<Row, unknown>, "read" | "measure">,
  after: readonly string[] | undefined,
  take: number,
): Promise<{ readonly rows: readonly Row[]; readonly isEnd: boolean }> {
  const sizes = await measure?.(after, take);
  const fitting = sizes ? countFitting(sizes) : take;
  const rows = fitting === 0 ? [] : await read(after, fitting);
  const isMeasuredEnd = sizes !== undefined && sizes.length < take && fitting === sizes.length;
  return { rows, isEnd: isMeasuredEnd || rows.length < fitting };
}

/** How many of the first rows fit into a page. */
function countFitting(sizes: readonly number[]): number {
  let sum = 0;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    if (sum > largestPage && index > 0) return index;
  }
  return sizes.length;
}

/** The length of all texts in a row, which may be a record of rows. */
function computeTextsLength(row: unknown): number {
  if (typeof row === "string") return row.length;
  if (typeof row !== "object" || row === null) return 0;
  let sum = 0;
  for (const value of Object.values(row)) sum += computeTextsLength(value);
  return sum;
}

/**
 * The rows of a list in its order, strictly after a key.
 * @param columns those of the key, in its order
 * @param after the values of the row to go on after; from the beginning if absent
 */
export function inOrder<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly StringReference<Tables, Table>[],
  after: readonly string[] | undefined,
  direction: "asc" | "desc" = "asc",
): SelectQueryBuilder<Tables, Table, Row> {
  let ordered = query;
  for (const column of columns) ordered = ordered.orderBy(sql.ref(column), direction);
  if (after === undefined) return ordered;
  const beyond = direction === "asc" ? sql`>` : sql`<`;
  const key = sql.join(columns.map((column) => sql.ref(column)));
  return ordered.where(sql<boolean>`(${key}) ${beyond} (${sql.join(after)})`);
}

/**
 * `read` and `measure` of rows whose texts can be long.
 * @param select the rows after a key, in their order
 * @param columns those with the texts, or what else has a size in bytes
 */
export function rowsWithTexts<Tables, Table extends keyof Tables, Row>(
  select: (
    after: readonly string[] | undefined,
    take: number,
  ) => SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly (string | RawBuilder<unknown>)[],
) {
  return {
    read: (after: readonly string[] | undefined, take: number) => select(after, take).execute(),
    measure: (after: readonly string[] | undefined, take: number) =>
      computeSizes(select(after, take), columns),
  };
}

/** For `measure`: the bytes that the columns take in each row that a query selects, without reading them. */
export async function computeSizes<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly (string | RawBuilder<unknown>)[],
): Promise<number[]> {
  const sizes = columns.map(
    (column) =>
      sql`coalesce(${typeof column === "string" ? sql`octet_length(${sql.ref(column)})` : column}, 0)`,
  );
  const rows = await query
    .clearSelect()
    .select(sql`${sql.join(sizes, sql` + `)}`.as("size"))
    .$castTo<{ readonly size: number | string }>()
    .execute();
  return rows.map(({ size }) => Number(size));
}

/** The digest binds the key to its list, and detects a damaged token. */
function getToken(list: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([digest(list, key), ...key])).toString("base64url");
}

function decodePageToken(list: string, token: string): readonly string[] {
  const [, ...key] = textsIn(token);
  // The whole text is compared: a decoder takes many spellings of the same bytes.
  if (token !== getToken(list, key)) {
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
