/**
 * Contents of files, stored once by their SHA-256 for all spaces, in the database or in an object
 * storage.
 */

import { sql } from "kysely";
import { largestFile } from "../../../../document/repository/import-limits.ts";
import { ApiError } from "../../../../errors.ts";
import { computeHash } from "../../../../json/canonical.ts";
import type { Queries } from "../../../database/tables.ts";
import { findObjectStorage, openObject, readObject } from "./file-storage.ts";
import { readObjectHead } from "./object-heads.ts";
import { type EncodedFile, findUploadedObject, type UploadCall, uploadContents } from "./upload.ts";

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
 * Stores the contents of a file for a space, in the database unless `uploadFiles` has uploaded them.
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

/**
 * Uploads contents to the object storage before the transaction that stores them, if one is
 * configured.
 * @throws ApiError 413 for more than 50 MiB; 502, 503 or 504 from the storage
 */
export async function uploadFiles(call: UploadCall, files: readonly Uint8Array[]): Promise<void> {
  // Encoding large files takes long.
  if (findObjectStorage(call.db) === undefined) return;
  await uploadContents(call, files.map(encodeFile));
}

export async function putEncoded(
  db: Queries,
  spaceId: string,
  encoded: EncodedFile,
): Promise<void> {
  await putContents(db, encoded);
  await db
    .insertInto("space_blobs")
    .values({ space_id: spaceId, hash: encoded.hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Stores contents that no space has. The caller stores a reference to them in the same transaction,
 * which `removeUnusedBlobs` must know.
 */
export async function putContents(db: Queries, { hash, size, base64 }: EncodedFile): Promise<void> {
  const existing = await db
    .selectFrom("blobs")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!existing) {
    const object = await findUploadedObject(db, hash);
    await db
      .insertInto("blobs")
      .values(
        object === undefined
          ? { hash, size, bytes: base64, object: null }
          : { hash, size, bytes: "", object },
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Removes those of these contents to which nothing refers. */
export async function removeUnusedBlobs(db: Queries, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await db
      .deleteFrom("blobs")
      .where("hash", "=", hash)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("space_blobs").select("hash").where("hash", "=", hash))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("uploads").select("hash").where("hash", "=", hash))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("custom_font_faces").select("hash").where("hash", "=", hash))),
      )
      .execute();
  }
}

/**
 * @returns undefined if the space has no file with these contents
 * @throws ApiError 502, 503 or 504 if they cannot be read from the object storage
 */
export async function getFile(
  db: Queries,
  spaceId: string,
  hash: string,
): Promise<Uint8Array | undefined> {
  const row = await findContents(db, spaceId, hash);
  if (!row) return undefined;
  const { object: name, size, bytes } = row;
  return name === null ? Buffer.from(bytes, "base64") : readObject(db, { name, hash, size });
}

/** The same in parts, for a response. */
export async function openFileContents(
  db: Queries,
  spaceId: string,
  hash: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const row = await findContents(db, spaceId, hash);
  return row && openRow(db, hash, row);
}

/**
 * Contents in parts, for a response, and their size; the caller has checked that the reader may have
 * them.
 * @throws ApiError as `getFile` does
 */
export async function openContents(
  db: Queries,
  hash: string,
): Promise<{ readonly size: number; readonly body: AsyncIterable<Uint8Array> } | undefined> {
  const row = await db
    .selectFrom("blobs")
    .select(["bytes", "size", "object"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row && { size: row.size, body: await openRow(db, hash, row) };
}

interface ContentsRow {
  readonly bytes: string;
  readonly size: number;
  readonly object: string | null;
}

async function openRow(
  db: Queries,
  hash: string,
  { object: name, size, bytes }: ContentsRow,
): Promise<AsyncIterable<Uint8Array>> {
  return name === null
    ? yieldOnce(Buffer.from(bytes, "base64"))
    : openObject(db, { name, hash, size });
}

function findContents(db: Queries, spaceId: string, hash: string) {
  return db
    .selectFrom("space_blobs")
    .innerJoin("blobs", "blobs.hash", "space_blobs.hash")
    .select(["blobs.bytes", "blobs.size", "blobs.object"])
    .where("space_blobs.space_id", "=", spaceId)
    .where("space_blobs.hash", "=", hash)
    .executeTakeFirst();
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * @returns the first bytes of a file, without reading the rest; undefined as for `getFile`, or if the
 * object storage does not respond
 */
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
    .select([letters.as("head"), "blobs.size", "blobs.object"])
    .where("space_blobs.space_id", "=", spaceId)
    .where("space_blobs.hash", "=", hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { object: name, size, head } = row;
  return name === null
    ? Buffer.from(head, "base64")
    : readObjectHead(db, { name, hash, size }, most);
}
