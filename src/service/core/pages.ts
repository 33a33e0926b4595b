/**
 * Pagination of lists by key, not by offset: page 1,000 costs the same as page 2. The first page
 * also counts the rows; the page tokens carry the result.
 */
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from "kysely";
import type { ListResponse } from "../../contract/wire.ts";
import { ApiError } from "../../errors.ts";
import { cacheUntilChange } from "../database/prepared.ts";
import type { Queries } from "../database/tables.ts";

/** The part of a list that a request asks for. */
export interface Paging {
  /** The page token; the first page if absent or empty, as published clients send it. */
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ListPageRequest<Row, T> extends Paging {
  /** Identifies the list and its filters; a page token of another list is refused. */
  readonly list: string;
  /** Reads at most `take` rows after the key, in the order of the key. */
  readonly read: ReadRows<Row>;
  /**
   * The sizes in bytes of the rows that `read` reads; for rows that are too large to read many at
   * once.
   */
  readonly measure?: ReadRows<number> | undefined;
  /** The number of rows in the list; all rows are read if it is absent, or if `keep` hides some. */
  readonly count?: (() => Promise<number>) | undefined;
  /** The values that the list is ordered by; the last one is unique. */
  readonly key: (row: Row) => readonly string[];
  /** Whether the caller may see the row; a hidden row does not count toward the limit. */
  readonly keep?: ((row: Row) => boolean) | undefined;
  readonly show: (row: Row) => T;
  /** The size of a row in the response, in characters; the length of its strings if absent. */
  readonly size?: ((row: Row) => number) | undefined;
}

type ReadRows<Row> = (
  after: readonly string[] | undefined,
  take: number,
) => Promise<readonly Row[]>;

const defaultLimit = 50;
/** In the units of `size` and `measure`. A page contains at least one row, however large it is. */
const largestPage = 1024 * 1024;
/**
 * This many rows are read and presented in a few milliseconds; then other requests are processed.
 */
const rowsAtOnce = 100;

/** Rows without their texts, which are only counted. */
const countedAtOnce = 1000;

/**
 * The default limit is 50; 0 returns no items and no next page. A page of large rows ends early and
 * has a next page. The count of a later page is that of the first page.
 * @throws ApiError 400 for a page token of another list
 */
export async function buildPage<Row, T>(
  request: ListPageRequest<Row, T>,
): Promise<ListResponse<T>> {
  const { list, page, limit = defaultLimit, key, keep, show, size = computeTextsLength } = request;
  const position = page === undefined || page === "" ? undefined : decodePageToken(list, page);
  let after = position?.key;
  if (limit === 0) return { items: [], count: position?.count ?? (await countRows(request)) };
  const items: T[] = [];
  let last: Row | undefined;
  let remaining = largestPage;
  for (;;) {
    // One row more than the limit shows whether there is a next page. Of many rows, few may be
    // visible.
    const take = keep ? rowsAtOnce : Math.min(limit + 1 - items.length, rowsAtOnce);
    const { rows, isEnd } = await readSome(request, after, take);
    for (const row of rows) {
      if (keep && !keep(row)) continue;
      remaining -= size(row);
      if (last !== undefined && (items.length === limit || remaining < 0)) {
        const count = position?.count ?? (await countRows(request));
        return { items, next: { page: getToken(list, { count, key: key(last) }) }, count };
      }
      items.push(show(row));
      last = row;
    }
    const end = rows.at(-1);
    if (isEnd || end === undefined) return { items, count: position?.count ?? items.length };
    after = key(end);
    await turn();
  }
}

async function countRows<Row>({
  read,
  measure,
  key,
  keep,
  count,
}: Pick<
  ListPageRequest<Row, unknown>,
  "read" | "measure" | "key" | "keep" | "count"
>): Promise<number> {
  if (count && !keep) return count();
  if (measure && !keep) return (await measure(undefined, Number.MAX_SAFE_INTEGER)).length;
  let sum = 0;
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await read(after, countedAtOnce);
    sum += keep ? rows.filter(keep).length : rows.length;
    const end = rows.at(-1);
    if (rows.length < countedAtOnce || end === undefined) return sum;
    after = key(end);
    await turn();
  }
}

/** The number of rows of a query without a limit. */
export async function countSelected<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql`count(*)`.as("count"))
    .$castTo<{ readonly count: number | string }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}

const listCounts = cacheUntilChange<number>(500);

/**
 * The same for the items of a list, which a process often reads without a change in between: counting
 * 100,000 rows takes several times as long as reading a page of them.
 */
export function countListed<Tables, Table extends keyof Tables, Row>(
  db: Queries,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { sql: statement, parameters } = query.clearSelect().clearOrderBy().compile();
  return listCounts(db, JSON.stringify([statement, parameters]), () => countSelected(query));
}

/** @returns rows of a limited total size, and whether they are the last rows of the list */
async function readSome<Row>(
  { read, measure }: Pick<ListPageRequest<Row, unknown>, "read" | "measure">,
  after: readonly string[] | undefined,
  take: number,
): Promise<{ readonly rows: readonly Row[]; readonly isEnd: boolean }> {
  const sizes = await measure?.(after, take);
  const fitting = sizes ? countFitting(sizes) : take;
  const rows = fitting === 0 ? [] : await read(after, fitting);
  const isMeasuredEnd = sizes !== undefined && sizes.length < take && fitting === sizes.length;
  return { rows, isEnd: isMeasuredEnd || rows.length < fitting };
}

/** The number of leading rows that fit into a page. */
function countFitting(sizes: readonly number[]): number {
  let sum = 0;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    if (sum > largestPage && index > 0) return index;
  }
  return sizes.length;
}

/** The total length of the strings in a row, which may be a record of rows. */
function computeTextsLength(row: unknown): number {
  if (typeof row === "string") return row.length;
  if (typeof row !== "object" || row === null) return 0;
  let sum = 0;
  for (const value of Object.values(row)) sum += computeTextsLength(value);
  return sum;
}

/**
 * The rows of a list in its order, after a key.
 * @param columns the columns of the key, in its order
 * @param after the key of the last row of the previous page; absent for the first page
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
 * `read` and `measure` for rows with long strings.
 * @param select the rows after a key, in their order
 * @param columns the long columns, or another expression with a size in bytes
 */
export function listRowsWithTexts<Tables, Table extends keyof Tables, Row>(
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
    count: () => countSelected(select(undefined, 0).clearLimit()),
  };
}

/** For `measure`: the size in bytes of the columns in each selected row, without reading them. */
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

interface ListPosition {
  /** The number of rows in the list, when its first page was read. */
  readonly count: number;
  /** Of the last row of the previous page. */
  readonly key: readonly string[];
}

/** The digest binds the position to its list and detects a damaged token. */
function getToken(list: string, { count, key }: ListPosition): string {
  const parts = [String(count), ...key];
  return Buffer.from(JSON.stringify([computeDigest(list, parts), ...parts])).toString("base64url");
}

function decodePageToken(list: string, token: string): ListPosition {
  const [, count, ...key] = decodeTexts(token);
  const position = { count: Number(count), key };
  // The whole text is compared, because a decoder accepts several encodings of the same bytes.
  if (token !== getToken(list, position)) {
    throw new ApiError(
      400,
      "page is not a token of this list. Use next.page of a previous response, or leave it out to start at the first page.",
      { field: "page" },
    );
  }
  return position;
}

function decodeTexts(token: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

function computeDigest(list: string, key: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([list, ...key]))
    .digest("base64url")
    .slice(0, 16);
}

/** The page of a list that is always empty. */
export function buildEmptyPage(paging: Paging, list: string) {
  return buildPage<never, never>({
    page: paging.page,
    limit: paging.limit,
    list,
    read: async () => [],
    key: () => [],
    show: (row) => row,
  });
}
