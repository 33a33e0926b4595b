/**
 * Uploads of file contents to the object storage. They precede the transaction that stores the file,
 * because a transaction may be repeated and must not wait for another machine. The transaction finds
 * the object by its hash. An object that no transaction uses is removed later (remove-objects.ts).
 */
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { ObjectStorage } from "../../../engines/object-storage/object-storage.ts";
import { findContentStore, findObjectStorage } from "./file-storage.ts";
import { rememberHead } from "./object-heads.ts";

/** The contents of a file in stored form. */
export interface EncodedFile {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly size: number;
  readonly base64: string;
}

export interface UploadCall {
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
}

/** Objects that were uploaded in this period are used again by a repeated request, in milliseconds. */
const recent = 10 * 60 * 1000;

/**
 * Uploads contents that the platform does not have, if new contents belong into the object storage.
 * @throws ApiError 502, 503 or 504 from the storage
 */
export async function uploadContents(
  call: UploadCall,
  files: readonly EncodedFile[],
): Promise<void> {
  const { db } = call;
  const storage = findObjectStorage(db);
  if (files.length === 0 || storage === undefined) return;
  if ((await findContentStore(db)) !== "s3") return;
  for (const file of files) {
    if (!(await isStored(call, file.hash))) {
      const bytes = Buffer.from(file.base64, "base64");
      await uploadObject(call, storage, { ...file, bytes });
      rememberHead(file.hash, bytes);
    }
  }
}

async function isStored({ db, now }: UploadCall, hash: string): Promise<boolean> {
  const blob = await db
    .selectFrom("blobs")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (blob) return true;
  const object = await db
    .selectFrom("file_objects")
    .select("name")
    .where("hash", "=", hash)
    .where("state", "=", "stored")
    .where("created_at", ">=", new Date(now.getTime() - recent).toISOString())
    .executeTakeFirst();
  return object !== undefined;
}

interface FileBytes {
  readonly hash: string;
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @returns the name of the new object */
export async function uploadObject(
  { db, now, newId }: UploadCall,
  storage: ObjectStorage,
  { hash, size, bytes }: FileBytes,
): Promise<string> {
  const name = `${storage.setting.prefix}${hash.slice(0, 2)}/${hash}-${newId()}`;
  const time = now.toISOString();
  await inTransaction(db, (transaction) =>
    transaction
      .insertInto("file_objects")
      .values({ name, hash, size, state: "uploading", created_at: time, unused_since: time })
      .execute(),
  );
  await storage.write({ name, hash, size }, bytes);
  await inTransaction(db, (transaction) =>
    transaction
      .updateTable("file_objects")
      .set({ state: "stored" })
      .where("name", "=", name)
      .where("state", "=", "uploading")
      .execute(),
  );
  return name;
}

/** @returns the name of an uploaded object that the current transaction can use */
export async function findUploadedObject(db: Queries, hash: string): Promise<string | undefined> {
  if ((await findContentStore(db)) !== "s3") return undefined;
  const row = await db
    .selectFrom("file_objects")
    .select("name")
    .where("hash", "=", hash)
    .where("state", "=", "stored")
    .orderBy("created_at", "desc")
    .orderBy("name")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await db
    .updateTable("file_objects")
    .set({ unused_since: null })
    .where("name", "=", row.name)
    .execute();
  return row.name;
}
