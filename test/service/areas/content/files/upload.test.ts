import { describe, expect, onTestFinished, test } from "vitest";
import { encodeFile, putContents } from "../../../../../src/service/areas/content/files/blobs.ts";
import {
  attachStorage,
  locationFact,
} from "../../../../../src/service/areas/content/files/file-storage.ts";
import { readObjectHead } from "../../../../../src/service/areas/content/files/object-heads.ts";
import { uploadContents } from "../../../../../src/service/areas/content/files/upload.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { writeFact } from "../../../../../src/service/database/facts.ts";
import { openObjectStorage } from "../../../../../src/service/engines/object-storage/object-storage.ts";
import { s3Credentials, startS3Server } from "../../../../support/network/s3-server.ts";
import { openTestDatabase } from "../../../../support/platforms/postgres/databases.ts";

const minute = 60 * 1000;
const start = Date.parse("2026-03-02T08:00:00.000Z");

async function open() {
  const s3 = await startS3Server();
  onTestFinished(s3.close);
  const db = await openTestDatabase();
  const storage = openObjectStorage({
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "", keepDays: 30 },
    ...s3Credentials,
  });
  attachStorage(db, storage);
  const upload = (texts: readonly string[], minutes = 0) => {
    const now = new Date(start + minutes * minute);
    return uploadContents(
      { db, now, newId: createId },
      texts.map((text) => encodeFile(Buffer.from(text))),
    );
  };
  const countWrites = () => s3.requests.filter((request) => request.startsWith("PUT ")).length;
  return { s3, db, upload, countWrites };
}

describe("contents are uploaded", () => {
  test("once each, and again only if no file uses them after ten minutes", async () => {
    const { upload, countWrites } = await open();
    await upload(["one", "two"]);
    expect(countWrites()).toBe(2);
    await upload(["one", "three"], 10);
    expect(countWrites()).toBe(3);
    await upload(["one"], 10.1);
    expect(countWrites()).toBe(4);
  });

  test("not if a file has them", async () => {
    const { db, upload, countWrites } = await open();
    await upload(["one"]);
    await putContents(db, encodeFile(Buffer.from("one")));
    await upload(["one"], 60);
    expect(countWrites()).toBe(1);
  });

  test("not if new contents belong into the database", async () => {
    const { db, upload, countWrites } = await open();
    await writeFact(db, locationFact, "database");
    await upload(["one"]);
    expect(countWrites()).toBe(0);
  });
});

test("uploaded contents are measured without reading them back", async () => {
  const { s3, db, upload } = await open();
  await upload(["an image"]);
  const { hash, size } = encodeFile(Buffer.from("an image"));
  const head = await readObjectHead(db, { name: "unknown", hash, size }, 2);
  expect(Buffer.from(head ?? []).toString()).toBe("an");
  expect(s3.requests.filter((request) => request.startsWith("GET "))).toEqual([]);
});
