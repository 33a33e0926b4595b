/** Contents of files, stored once by their SHA-256 for all spaces. */

import { sql } from "kysely";
import { largestFile } from "../../../../document/repository/limits.ts";
import { ApiError } from "../../../../errors.ts";
import { computeHash } from "../../../../json/canonical.ts";
import type { Queries } from "../../../database/tables.ts";

/** The contents of a file in stored form. */
export interface EncodedFile {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly size: number;
  readonly base64: string;
}

/** @throws ApiError 413 for more than 50 MiB */
export function encodeFile(bytes: Uint8Array): EncodedFile {
  if (bytes.length > largestFile) {
    throw new ApiError(
      413,
      `The file has ${bytes.length} bytes, which exceeds the limit of ${largestFile}.`,
    );
  }
  return {
    hash: computeHash(bytes),
    size: bytes.length,
    base64: Buffer.from(bytes).toString("base64"),
  };
}

/**
 * Stores the contents of a file for a space.
 * @returns the fields of the file in a tree
 * @throws ApiError 413 for more than 50 MiB
 */
export async function putFile(
  db: Queries,
  spaceId: string,
  bytes: Uint8Array,
): Promise<{ readonly hash: string; readonly size: number }> {
  const encoded = encodeFile(bytes);
  await putEncoded(db, spaceId, encoded);
  return { hash: encoded.hash, size: encoded.size };
}

export async function putEncoded(
  db: Queries,
  spaceId: string,
  { hash, size, base64 }: EncodedFile,
): Promise<void> {
  const existing = await db
    .selectFrom("blobs")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!existing) {
    await db
      .insertInto("blobs")
      .values({ hash, size, bytes: base64 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await db
    .insertInto("space_blobs")
    .values({ space_id: spaceId, hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns undefined if the space has no file with these contents */
export async function getFile(
  db: Queries,
  spaceId: string,
  hash: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("space_blobs")
    .innerJoin("blobs", "blobs.hash", "space_blobs.hash")
    .select("blobs.bytes")
    .where("space_blobs.space_id", "=", spaceId)
    .where("space_blobs.hash", "=", hash)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes, "base64");
}

/** @returns the first bytes of a file, without reading the rest; undefined as for `getFile` */
export async function getFileHead(
  db: Queries,
  spaceId: string,
  hash: string,
  most: number,
): Promise<Uint8Array | undefined> {
  // Four characters of base64 are three bytes.
  const letters = sql<string>`substr(blobs.bytes, 1, ${sql.lit(4 * Math.ceil(most / 3))})`;
  const row = await db
    .selectFrom("space_blobs")
    .innerJoin("blobs", "blobs.hash", "space_blobs.hash")
    .select(letters.as("head"))
    .where("space_blobs.space_id", "=", spaceId)
    .where("space_blobs.hash", "=", hash)
    .executeTakeFirst();
  return row && Buffer.from(row.head, "base64");
}
