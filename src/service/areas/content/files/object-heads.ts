/** The first bytes of file contents in the object storage, which determine the size of images. */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";
import { getHeadLength } from "../../../engines/image-size.ts";
import type { StoredObject } from "../../../engines/object-storage/object-storage.ts";
import { findObjectStorage } from "./file-storage.ts";

/**
 * The first bytes of contents that were uploaded recently, because images are measured in
 * transactions, which must not wait for another machine.
 */
const recentHeads = new LRUCache<string, Uint8Array>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (head) => head.length + 100,
});

export function rememberHead(hash: string, bytes: Uint8Array): void {
  recentHeads.set(hash, bytes.slice(0, getHeadLength("image/jpeg")));
}

/** @returns undefined if the object cannot be read now */
export async function readObjectHead(
  db: Queries,
  object: StoredObject,
  length: number,
): Promise<Uint8Array | undefined> {
  const head = recentHeads.get(object.hash);
  if (head !== undefined) return head.subarray(0, length);
  const storage = findObjectStorage(db);
  try {
    return await storage?.readHead(object, length);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
