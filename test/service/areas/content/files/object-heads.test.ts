import { describe, expect, onTestFinished, test } from "vitest";
import {
  attachStorage,
  openObject,
  readObject,
} from "../../../../../src/service/areas/content/files/file-storage.ts";
import {
  readObjectHead,
  rememberHead,
} from "../../../../../src/service/areas/content/files/object-heads.ts";
import { getHeadLength } from "../../../../../src/service/engines/image-size.ts";
import { openObjectStorage } from "../../../../../src/service/engines/object-storage/object-storage.ts";
import { s3Credentials, startS3Server } from "../../../../support/network/s3-server.ts";
import { openTestDatabase } from "../../../../support/platforms/postgres/databases.ts";

const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);

async function start(kind: "whole" | "reader" | "none" = "whole") {
  const s3 = await startS3Server();
  onTestFinished(s3.close);
  const db = await openTestDatabase();
  const storage = openObjectStorage({
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "", keepDays: 30 },
    ...s3Credentials,
  });
  if (kind !== "none") attachStorage(db, kind === "whole" ? storage : { read: storage.read });
  s3.objects.set("files/stored", Buffer.from(bytes));
  const read = (hash: string, name = "stored", length = 3) =>
    readObjectHead(db, { name, hash, size: bytes.length }, length);
  return { s3, db, read };
}

describe("the first bytes of an object", () => {
  test("are read from the storage, and only they", async () => {
    const { s3, read } = await start();
    expect([...((await read("unknown")) ?? [])]).toEqual([1, 2, 3]);
    expect(s3.requests).toEqual(["GET /files/stored"]);
  });

  test("of a recent upload are read without the storage, as long as those of an image", async () => {
    const { s3, read } = await start();
    rememberHead("recent", bytes);
    expect([...((await read("recent", "none")) ?? [])]).toEqual([1, 2, 3]);
    expect([...((await read("recent", "none", 100)) ?? [])]).toEqual([...bytes]);
    expect(s3.requests).toEqual([]);
    const longest = getHeadLength("image/jpeg");
    rememberHead("large", new Uint8Array(longest + 10));
    expect((await read("large", "none", longest + 10))?.length).toBe(longest);
  });

  test("are unknown if the storage does not respond, or is not configured", async () => {
    const { read } = await start();
    expect(await read("missing", "none")).toBeUndefined();
    const other = await start("none");
    expect(await other.read("missing")).toBeUndefined();
    expect(other.s3.requests).toEqual([]);
  });
});

describe("an object", () => {
  const object = { name: "stored", hash: "0".repeat(64), size: 8 };
  const refused = {
    status: 503,
    message:
      "The object stored is in an object storage, which is not configured. Set TOME_S3_ENDPOINT and TOME_S3_BUCKET.",
  };

  test("is refused without an object storage, with the settings that it needs", async () => {
    const { db } = await start("none");
    await expect(readObject(db, object)).rejects.toMatchObject(refused);
    await expect(openObject(db, object)).rejects.toMatchObject(refused);
  });

  test("can only be read as a whole in a thread", async () => {
    const { s3, db } = await start("reader");
    // Its contents are verified.
    await expect(readObject(db, object)).rejects.toMatchObject({ status: 502 });
    expect(s3.requests).toEqual(["GET /files/stored"]);
    await expect(openObject(db, object)).rejects.toMatchObject(refused);
  });
});
