/** The object storage of a database, and the contents in it. */
import { ApiError } from "../../../../errors.ts";
import { readFact, writeFact } from "../../../database/facts.ts";
import { oldestProgramFact } from "../../../database/migrate.ts";
import type { Queries } from "../../../database/tables.ts";
import type {
  ObjectStorage,
  StoredObject,
} from "../../../engines/object-storage/object-storage.ts";

/** Worker threads only read, through the main thread. */
export type ReadableStorage = Pick<ObjectStorage, "read"> & Partial<ObjectStorage>;

/** By the adapter, which a database shares with its transactions. */
const storages = new WeakMap<object, ReadableStorage>();

/** The fact with the location of new contents, if it is not the default. */
export const locationFact = "file-contents-location";
export const contentStores = ["database", "s3"] as const;
export type ContentStore = (typeof contentStores)[number];

/**
 * The step file-objects.ts of the migrations. Programs before it would read contents in an object
 * storage as empty.
 */
export const objectStorageStep = 49;

/** From now on, earlier programs that share the data refuse requests. */
export async function refuseEarlierPrograms(db: Queries): Promise<void> {
  const oldest = Number((await readFact(db, oldestProgramFact)) ?? 0);
  if (oldest < objectStorageStep) {
    await writeFact(db, oldestProgramFact, String(objectStorageStep));
  }
}

export function attachStorage(db: Queries, storage: ReadableStorage): void {
  storages.set(db.getExecutor().adapter, storage);
}

function findStorage(db: Queries): ReadableStorage | undefined {
  return storages.get(db.getExecutor().adapter);
}

/** @returns undefined if no object storage is configured */
export function findObjectStorage(db: Queries): ObjectStorage | undefined {
  const storage = findStorage(db);
  return storage !== undefined && isComplete(storage) ? storage : undefined;
}

function isComplete(storage: ReadableStorage): storage is ObjectStorage {
  return storage.write !== undefined;
}

/** The location of new contents: a configured object storage, unless contents were moved out of it. */
export async function findContentStore(db: Queries): Promise<ContentStore> {
  if (findObjectStorage(db) === undefined) return "database";
  return (await readFact(db, locationFact)) === "database" ? "database" : "s3";
}

/** @throws ApiError 503 if no object storage is configured, and as `ObjectStorage` does */
export async function readObject(db: Queries, object: StoredObject): Promise<Uint8Array> {
  return (findStorage(db) ?? refuseObject(object)).read(object);
}

/** @throws as `readObject` does */
export async function openObject(
  db: Queries,
  object: StoredObject,
): Promise<AsyncIterable<Uint8Array>> {
  return (findObjectStorage(db) ?? refuseObject(object)).open(object);
}

function refuseObject({ name }: StoredObject): never {
  throw new ApiError(
    503,
    `The object ${name} is in an object storage, which is not configured. Set TOME_S3_ENDPOINT and TOME_S3_BUCKET.`,
  );
}
