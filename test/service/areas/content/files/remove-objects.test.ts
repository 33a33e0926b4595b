import { describe, expect, onTestFinished, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { removeUnusedBlobs } from "../../../../../src/service/areas/content/files/blobs.ts";
import { attachStorage } from "../../../../../src/service/areas/content/files/file-storage.ts";
import {
  objectRemovalKind,
  scheduleObjectRemoval,
} from "../../../../../src/service/areas/content/files/object-removal.ts";
import {
  removeObjects,
  removeUnusedObjects,
} from "../../../../../src/service/areas/content/files/remove-objects.ts";
import { openObjectStorage } from "../../../../../src/service/engines/object-storage/object-storage.ts";
import type { JobRequest, LongJobCall } from "../../../../../src/service/jobs/job.ts";
import { s3Credentials, startS3Server } from "../../../../support/network/s3-server.ts";
import { getEffect } from "../../../../support/platforms/job-kinds.ts";
import { openTestDatabase } from "../../../../support/platforms/postgres/databases.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const now = new Date("2026-03-02T08:00:00.000Z");
const day = 24 * 60 * 60 * 1000;
const inAnHour = { kind: objectRemovalKind, payload: {}, at: new Date("2026-03-02T09:00:00.000Z") };

async function start({ hasStorage = true, keepDays = 30 } = {}) {
  const s3 = await startS3Server();
  onTestFinished(s3.close);
  const db = await openTestDatabase();
  const storage = openObjectStorage({
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "", keepDays },
    ...s3Credentials,
  });
  if (hasStorage) attachStorage(db, storage);
  const jobs: JobRequest[] = [];
  const warnings: string[] = [];
  const aborting = new AbortController();
  const call = {
    ...{ db, now, signal: aborting.signal },
    enqueue: async (job: JobRequest) => void jobs.push(job),
    warn: (message: string) => void warnings.push(message),
  } as LongJobCall;
  /** An object that has been unused for some days. */
  const add = async (name: string, days: number | null) => {
    s3.objects.set(`files/${name}`, Buffer.from(name));
    const time = now.toISOString();
    const unused_since = days === null ? null : new Date(now.getTime() - days * day).toISOString();
    await db
      .insertInto("file_objects")
      .values({ name, hash: name, size: 1, state: "stored", created_at: time, unused_since })
      .execute();
  };
  const list = () => [...s3.objects.keys()].map((name) => name.replace("files/", ""));
  const run = async () => getEffect(await removeUnusedObjects.prepare({}, call))(call);
  return { s3, db, storage, call, jobs, warnings, add, list, run, aborting };
}

describe("a removal of unused objects", () => {
  test("is followed by another one in an hour, and does not remove objects in use", async () => {
    const { add, list, run, jobs, warnings } = await start();
    await add("recent", 29);
    await add("old", 31);
    await add("new", null);
    await run();
    expect(list().toSorted()).toEqual(["new", "recent"]);
    expect([jobs, warnings]).toEqual([[inAnHour], []]);
  });

  test.each([
    [0, ["half"]],
    [1, ["half"]],
    [2, ["half", "second"]],
  ])("removes objects after %i days, and never within a day", async (keepDays, left) => {
    const { add, list, run } = await start({ keepDays });
    await add("half", 0.5);
    await add("second", 1.5);
    await run();
    expect(list().toSorted()).toEqual(left);
  });

  test("that the storage refuses warns, and is repeated", async () => {
    const { s3, add, list, run, jobs, warnings } = await start();
    await add("old", 31);
    s3.disturb = () => ({ status: 403, code: "AccessDenied" });
    await run();
    expect(warnings).toEqual([
      expect.stringMatching(/^Unused objects are removed later\. .*AccessDenied/),
    ]);
    s3.disturb = undefined;
    await run();
    expect([list(), jobs]).toEqual([[], [inAnHour, inAnHour]]);
  });

  test("is interrupted by the end of the platform", async () => {
    const { add, list, run, storage, call, aborting, warnings } = await start();
    await add("old", 31);
    aborting.abort(new Error("The platform closes."));
    await expect(run()).rejects.toThrow("The platform closes.");
    await expect(removeObjects(call, storage)).rejects.toThrow("The platform closes.");
    expect([list(), warnings]).toEqual([["old"], []]);
  });

  test("continues without an object storage only if there are objects", async () => {
    const { add, run, jobs, list } = await start({ hasStorage: false });
    await run();
    expect(jobs).toEqual([]);
    await add("old", 31);
    await run();
    expect([jobs, list()]).toEqual([[inAnHour], ["old"]]);
  });

  test("notes an object that is in use again", async () => {
    const { db, add, run, list } = await start();
    await add("used", 31);
    await db
      .insertInto("blobs")
      .values({ hash: "h", size: 1, bytes: "", object: "used" })
      .execute();
    await run();
    const rows = await db.selectFrom("file_objects").select(["name", "unused_since"]).execute();
    expect([list(), rows]).toEqual([["used"], [{ name: "used", unused_since: null }]]);
  });
});

test("a removal is scheduled unless one is waiting", async () => {
  const { service } = await openWorkspace({ jobRole: "none" });
  const { db, jobs } = service;
  await db.deleteFrom("jobs").execute();
  const requests: JobRequest[] = [];
  const schedule = () =>
    scheduleObjectRemoval(db, now, async (job) => {
      requests.push(job);
      await jobs.enqueue(db, job);
    });
  await jobs.enqueue(db, { kind: "purge-space", payload: {}, at: now });
  await schedule();
  expect(requests).toEqual([inAnHour]);
  await schedule();
  expect(requests).toHaveLength(1);
  await db.updateTable("jobs").set({ state: "failed" }).execute();
  await schedule();
  expect(requests).toHaveLength(2);
  await service.close();
});

test("contents are removed if no space, upload and font refers to them", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organization_id = await workspace.organization();
  const time = now.toISOString();
  const hashes = ["space", "upload", "font", "unused", "other"];
  for (const hash of hashes) {
    await db.insertInto("blobs").values({ hash, size: 1, bytes: "", object: null }).execute();
  }
  const admin = await workspace.member(organization_id, "admin");
  const { id } = await workspace.ok(admin, space.create, { organizationId: organization_id });
  await db.insertInto("space_blobs").values({ space_id: id, hash: "space" }).execute();
  await db
    .insertInto("uploads")
    .values({
      ...{ key: "k", organization_id, kind: "organization_file", name: "a", size: 1 },
      ...{ content_type: "image/png", token_hash: "t", hash: "upload", format: null },
      ...{ principal: "{}", expires_at: time, created_at: time },
    })
    .execute();
  await db
    .insertInto("custom_fonts")
    .values({ id: "f", organization_id, family: "F", created_at: time })
    .execute();
  await db
    .insertInto("custom_font_faces")
    .values({ font_id: "f", weight: 400, hash: "font", format: "woff2" })
    .execute();
  await removeUnusedBlobs(db, ["space", "upload", "font", "unused", "unknown"]);
  const rows = await db.selectFrom("blobs").select("hash").orderBy("hash").execute();
  expect(rows.map(({ hash }) => hash)).toEqual(["font", "other", "space", "upload"]);
});
