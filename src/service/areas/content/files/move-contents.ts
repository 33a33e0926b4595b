/**
 * Moves of file contents between the database and the object storage, in batches, while requests are
 * processed. Each file is moved by one transaction, after its copy was written and read back, so an
 * interrupted move continues with the next batch.
 */

import { sql } from "kysely";
import { ApiError } from "../../../../errors.ts";
import { computeHash } from "../../../../json/canonical.ts";
import { writeFact } from "../../../database/facts.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type {
  ObjectStorage,
  StoredObject,
} from "../../../engines/object-storage/object-storage.ts";
import {
  type ContentStore,
  findContentStore,
  findObjectStorage,
  locationFact,
} from "./file-storage.ts";
import { isUsed } from "./remove-objects.ts";
import { type UploadCall, uploadObject } from "./upload.ts";

/** The limits of a batch: a request of some seconds. */
const most = { files: 100, bytes: 64 * 1024 * 1024, milliseconds: 5000 };

export interface FileTotals {
  readonly files: number;
  readonly bytes: number;
}

export interface StorageStatus {
  /** The location of new contents. */
  readonly location: ContentStore;
  readonly endpoint: string | null;
  readonly bucket: string | null;
  readonly prefix: string | null;
  /** `ok` or a reason; null without an object storage. */
  readonly check: string | null;
  readonly database: FileTotals;
  readonly s3: FileTotals;
  /** Objects that no contents refer to, which are removed after the retention. */
  readonly unused: FileTotals;
}

export async function getStorageStatus(db: Queries): Promise<StorageStatus> {
  const storage = findObjectStorage(db);
  const { endpoint = null, bucket = null, prefix = null } = storage?.setting ?? {};
  return {
    location: await findContentStore(db),
    endpoint,
    bucket,
    prefix,
    check: storage ? await storage.check() : null,
    database: await countContents(db, "database"),
    s3: await countContents(db, "s3"),
    unused: await countUnused(db),
  };
}

export interface MovedBatch {
  readonly moved: number;
  readonly movedBytes: number;
  readonly remaining: number;
  readonly remainingBytes: number;
  /** The hash of the last file, after which the next batch begins; null at the end. */
  readonly last: string | null;
  readonly problems: readonly { readonly hash: string; readonly message: string }[];
}

/**
 * Moves some contents, and makes their new location the location of new contents.
 * @param after the last hash of the previous batch
 * @throws ApiError 409 if no object storage is configured
 */
export async function moveContents(
  call: UploadCall,
  to: ContentStore,
  after = "",
): Promise<MovedBatch> {
  const { db } = call;
  const storage = findObjectStorage(db);
  if (!storage) {
    throw new ApiError(
      409,
      "No object storage is configured. Set TOME_S3_ENDPOINT and TOME_S3_BUCKET.",
    );
  }
  await inTransaction(db, (transaction) => writeFact(transaction, locationFact, to));
  const since = performance.now();
  const problems: { hash: string; message: string }[] = [];
  let [moved, movedBytes, last] = [0, 0, null as string | null];
  for (const blob of await listBatch(db, to, after)) {
    const isLong = performance.now() - since > most.milliseconds || movedBytes > most.bytes;
    if (isLong && last !== null) break;
    try {
      const isMoved =
        to === "s3" ? await moveOut(call, storage, blob) : await moveIn(call, storage, blob);
      if (isMoved) {
        moved++;
        movedBytes += blob.size;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push({ hash: blob.hash, message: error.message });
      // The storage does not respond, so the following files would fail too.
      if (error.status !== 502) break;
    }
    last = blob.hash;
  }
  const { files: remaining, bytes: remainingBytes } = await countContents(
    db,
    to === "s3" ? "database" : "s3",
  );
  return { moved, movedBytes, remaining, remainingBytes, last, problems };
}

interface BlobToMove {
  readonly hash: string;
  readonly size: number;
  readonly object: string | null;
}

function listBatch(db: Queries, to: ContentStore, after: string): Promise<BlobToMove[]> {
  return db
    .selectFrom("blobs")
    .select(["hash", "size", "object"])
    .where("object", to === "s3" ? "is" : "is not", null)
    .where("hash", ">", after)
    .orderBy("hash")
    .limit(most.files)
    .execute();
}

/** @returns false if the contents were removed or moved in the meantime */
async function moveOut(
  call: UploadCall,
  storage: ObjectStorage,
  { hash, size }: BlobToMove,
): Promise<boolean> {
  const row = await call.db
    .selectFrom("blobs")
    .select("bytes")
    .where("hash", "=", hash)
    .where("object", "is", null)
    .executeTakeFirst();
  if (!row) return false;
  const bytes = Buffer.from(row.bytes, "base64");
  if (computeHash(bytes) !== hash || bytes.length !== size) {
    throw new ApiError(502, `The contents ${hash} in the database are damaged.`);
  }
  const name = await uploadObject(call, storage, { hash, size, bytes });
  // The copy in the database is deleted only after the object was read completely.
  await storage.read({ name, hash, size });
  return inTransaction(call.db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("blobs")
      .set({ bytes: "", object: name })
      .where("hash", "=", hash)
      .where("object", "is", null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("file_objects")
            .select("name")
            .where("name", "=", name)
            .where("state", "=", "stored"),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable("file_objects")
      .set({ unused_since: null })
      .where("name", "=", name)
      .execute();
    return true;
  });
}

async function moveIn(
  { db, now }: UploadCall,
  storage: ObjectStorage,
  { hash, size, object: name }: BlobToMove,
): Promise<boolean> {
  if (name === null) return false;
  const stored: StoredObject = { name, hash, size };
  const bytes = Buffer.from(await storage.read(stored)).toString("base64");
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("blobs")
      .set({ bytes, object: null })
      .where("hash", "=", hash)
      .where("object", "=", name)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable("file_objects")
      .set({ unused_since: now.toISOString() })
      .where("name", "=", name)
      .execute();
    return true;
  });
}

async function countContents(db: Queries, location: ContentStore): Promise<FileTotals> {
  const row = await db
    .selectFrom("blobs")
    .select([sql<number>`count(*)`.as("files"), sql<number>`coalesce(sum(size), 0)`.as("bytes")])
    .where("object", location === "database" ? "is" : "is not", null)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes) };
}

async function countUnused(db: Queries): Promise<FileTotals> {
  const row = await db
    .selectFrom("file_objects")
    .select([sql<number>`count(*)`.as("files"), sql<number>`coalesce(sum(size), 0)`.as("bytes")])
    .where((row) => row.not(isUsed(row)))
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes) };
}
