/**
 * Reader of many documents of a space in batches of limited size, so that requests are processed in
 * between.
 */
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Queries } from "../../../database/tables.ts";
import type { DocumentTable } from "../tables.ts";
import { inBatches } from "../tree/tree-store.ts";

/** The number of rows per query if only sizes are read. */
const rowsAtOnce = 200;
/** In bytes; this much is read in a few milliseconds. */
export const batchSize = 256 * 1024;

/**
 * @param columns the columns to read
 * @returns the sizes of the documents in bytes, by hash
 */
export async function computeDocumentSizes(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
  columns: readonly ("body" | "refs" | "anchors")[] = ["body"],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const lengths = columns.map((column) => sql`octet_length(${sql.ref(column)})`);
  for (const some of inBatches([...new Set(hashes)], rowsAtOnce)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", sql<number | string>`${sql.join(lengths, sql` + `)}`.as("size")])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, size } of rows) sizes.set(hash, Number(size));
    await turn();
  }
  return sizes;
}

/**
 * @param sizes the result of `computeDocumentSizes`
 * @param db not a transaction, which would block other requests
 */
export async function* readInBatches(
  db: Queries,
  spaceId: string,
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<readonly Pick<DocumentTable, "hash" | "body" | "refs">[]> {
  for (const some of inSizedBatches([...sizes], ([, size]) => size)) {
    const hashes = some.map(([hash]) => hash);
    yield await db
      .selectFrom("documents")
      .select(["hash", "body", "refs"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", hashes)
      .execute();
    await turn();
  }
}

/** @returns documents as JSON, by hash */
export async function readBodies(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom("documents")
    .select(["hash", "body"])
    .where("space_id", "=", spaceId)
    .where("hash", "in", [...new Set(hashes)])
    .execute();
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}

/** @returns lists of items up to the size of a batch, or of a single larger item */
export function inSizedBatches<T>(items: readonly T[], computeSize: (item: T) => number): T[][] {
  const batches: T[][] = [];
  let remaining = 0;
  for (const item of items) {
    const size = computeSize(item) + rowSize;
    const batch = batches.at(-1);
    if (batch && size <= remaining) batch.push(item);
    else {
      batches.push([item]);
      remaining = batchSize;
    }
    remaining -= size;
  }
  return batches;
}

/** The overhead of a row, which limits the number of small rows. */
const rowSize = 1024;
