/** Storage of immutable objects in a bucket. Contents are verified by size and SHA-256. */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { createS3Client, type S3Response } from "./s3-client.ts";
import type { S3Setting } from "./s3-setting.ts";

/** An object as the database describes it. */
export interface StoredObject {
  /** The key in the bucket. */
  readonly name: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly size: number;
}

export interface ObjectStorage {
  readonly setting: Pick<S3Setting, "endpoint" | "bucket" | "prefix" | "keepDays">;
  /** Returns after the storage has confirmed the object. */
  readonly write: (object: StoredObject, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** @throws ApiError 502 for a missing or damaged object; 502, 503 or 504 from the storage */
  readonly read: (object: StoredObject) => Promise<Uint8Array>;
  /**
   * The same in parts. A large object is verified in a temporary file first, so that no wrong byte
   * is sent and memory holds a part only.
   */
  readonly open: (object: StoredObject) => Promise<AsyncIterable<Uint8Array>>;
  /** The first bytes, which are not verified. */
  readonly readHead: (object: StoredObject, length: number) => Promise<Uint8Array>;
  /** Succeeds for an object that does not exist. */
  readonly remove: (name: string) => Promise<void>;
  /** Whether objects can be read and written: `ok`, or the reason why not. */
  readonly check: () => Promise<string>;
}

/** Objects up to this size are kept in memory while they are sent, in bytes. */
const largestInMemory = 1024 * 1024;
/** Of a small request that is part of a readiness check, in milliseconds. */
const checkPatience = 2000;
/** The time for which the result of a check is used again, in milliseconds. */
const checkedFor = 5000;
/** The object that checks read and, at the first time, write. */
const checkName = "tome-check";

export function openObjectStorage(setting: S3Setting): ObjectStorage {
  const client = createS3Client(setting);
  let lastCheck: { readonly at: number; readonly result: Promise<string> } | undefined;

  const put = (key: string, bytes: Uint8Array<ArrayBuffer>, bodyHash: string, patience?: number) =>
    client.send(
      {
        method: "PUT",
        key,
        headers: { "content-type": "application/octet-stream" },
        body: bytes,
        bodyHash,
        ...(patience !== undefined && { patience, attempts: 1 }),
      },
      async (response) => {
        await drain(response);
        if (response.status !== 404) return;
        throw new ApiError(502, `The object storage responded to PUT ${key} with 404.`);
      },
    );

  function receive<Result>(
    object: StoredObject,
    createTarget: () => Promise<Target<Result>>,
  ): Promise<Result> {
    return client.send({ method: "GET", key: object.name }, async (response) => {
      if (response.status === 404) throw createMissingError(object);
      if (response.length !== undefined && response.length !== object.size) {
        response.close();
        throw createDamagedError(
          object,
          `it has ${response.length} bytes instead of ${object.size}`,
        );
      }
      const target = await createTarget();
      try {
        await verify(object, response.body, target.add);
        return target.result();
      } catch (error) {
        response.close();
        await target.discard();
        throw error;
      }
    });
  }

  async function runCheck(): Promise<string> {
    const key = `${setting.prefix}${checkName}`;
    try {
      const request = { method: "GET", key, patience: checkPatience, attempts: 1 } as const;
      const isFound = await client.send(request, async (response) => {
        await drain(response);
        return response.status !== 404;
      });
      if (!isFound) {
        await put(key, new Uint8Array(), computeHash(""), checkPatience);
      }
      return "ok";
    } catch (error) {
      return error instanceof ApiError ? error.message : "The object storage is not available.";
    }
  }

  return {
    setting,
    write: ({ name, hash }, bytes) => put(name, bytes, hash),
    read: (object) => receive(object, async () => inMemory(object.size)),
    async open(object) {
      if (object.size <= largestInMemory) {
        const bytes = await receive(object, async () => inMemory(object.size));
        return yieldOnce(bytes);
      }
      const file = await openTemporaryFile();
      if (file === undefined) {
        return yieldOnce(await receive(object, async () => inMemory(object.size)));
      }
      try {
        await receive(object, async () => inFile(file));
      } catch (error) {
        await file.close();
        throw error;
      }
      return readParts(file);
    },
    readHead: (object, length) =>
      client.send(
        {
          method: "GET",
          key: object.name,
          headers: { range: `bytes=0-${Math.min(length, Math.max(object.size, 1)) - 1}` },
        },
        async (response) => {
          if (response.status === 404) throw createMissingError(object);
          const parts: Uint8Array[] = [];
          let size = 0;
          for await (const part of response.body) {
            parts.push(part);
            size += part.length;
            // A storage without ranges sends the whole object.
            if (size >= length) break;
          }
          response.close();
          return Buffer.concat(parts).subarray(0, length);
        },
      ),
    remove: (name) => client.send({ method: "DELETE", key: name }, drain),
    check() {
      const now = performance.now();
      if (lastCheck === undefined || now - lastCheck.at > checkedFor) {
        lastCheck = { at: now, result: runCheck() };
      }
      return lastCheck.result;
    },
  };
}

/** The destination of a received object. */
interface Target<Result> {
  readonly add: (part: Uint8Array) => Promise<void> | void;
  readonly result: () => Result;
  /** Removes the parts of an attempt that failed. */
  readonly discard: () => Promise<void> | void;
}

function inMemory(size: number): Target<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  return {
    add(part) {
      bytes.set(part, at);
      at += part.length;
    },
    result: () => bytes,
    discard() {},
  };
}

function inFile(file: FileHandle): Target<void> {
  let at = 0;
  return {
    async add(part) {
      await file.write(part, 0, part.length, at);
      at += part.length;
    },
    result() {},
    discard: () => file.truncate(0),
  };
}

/** @throws ApiError 502 for other contents */
async function verify(
  object: StoredObject,
  body: AsyncIterable<Uint8Array>,
  add: Target<unknown>["add"],
): Promise<void> {
  const digest = createHash("sha256");
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > object.size)
      throw createDamagedError(object, `it has more than ${object.size} bytes`);
    digest.update(part);
    await add(part);
  }
  if (size < object.size) {
    throw createDamagedError(object, `it has ${size} bytes instead of ${object.size}`);
  }
  const hash = digest.digest("hex");
  if (hash !== object.hash) throw createDamagedError(object, `its SHA-256 is ${hash}`);
}

function createMissingError({ name }: StoredObject): ApiError {
  return new ApiError(502, `The object ${name} is missing in the object storage.`);
}

function createDamagedError({ name }: StoredObject, reason: string): ApiError {
  return new ApiError(502, `The object ${name} in the object storage is damaged: ${reason}.`);
}

async function drain({ body }: S3Response): Promise<void> {
  for await (const _ of body) {
    // The connection can be used again after the whole body was received.
  }
}

/** @returns undefined if files cannot be created, such as in a read-only file system */
async function openTemporaryFile(): Promise<FileHandle | undefined> {
  const path = join(tmpdir(), `tome-object-${randomUUID()}`);
  try {
    const file = await open(path, "wx+", 0o600);
    // The open file stays readable, and nothing remains if the process is killed.
    await unlink(path).catch(() => undefined);
    return file;
  } catch {
    return undefined;
  }
}

/** In bytes. */
const partSize = 64 * 1024;

/** Closes the file at the end, or when the reader stops, even before the first part. */
function readParts(file: FileHandle): AsyncIterable<Uint8Array> {
  let at = 0;
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await file.close();
    isClosed = true;
  };
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      const { bytesRead, buffer } = await file.read(new Uint8Array(partSize), 0, partSize, at);
      at += bytesRead;
      if (bytesRead > 0) return { done: false, value: buffer.subarray(0, bytesRead) };
      await close();
      return { done: true, value: undefined };
    },
    async return() {
      await close();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
