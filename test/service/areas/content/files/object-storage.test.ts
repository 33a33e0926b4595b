import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import * as changeRequest from "../../../../../src/contract/cr.ts";
import * as changeRequestContent from "../../../../../src/contract/cr-content.ts";
import * as file from "../../../../../src/contract/file.ts";
import * as space from "../../../../../src/contract/space.ts";
import { getFile, putFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import {
  findObjectStorage,
  objectStorageStep,
} from "../../../../../src/service/areas/content/files/file-storage.ts";
import {
  getStorageStatus,
  moveContents,
} from "../../../../../src/service/areas/content/files/move-contents.ts";
import { removeObjects } from "../../../../../src/service/areas/content/files/remove-objects.ts";
import { removeContent } from "../../../../../src/service/areas/content/space-content.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { canServe } from "../../../../../src/service/database/migrate.ts";
import { inTransaction } from "../../../../../src/service/database/transaction.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import {
  type S3Server,
  s3Credentials,
  startS3Server,
} from "../../../../support/network/s3-server.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const s3 = await startS3Server();
  closing.push(s3.close);
  const fileStorage = {
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "tome/" },
    ...{ keepDays: 30, ...s3Credentials },
  };
  const workspace = await openWorkspace({ fileStorage, log: () => {} });
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  return { s3, workspace, org, admin, spaceId };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Uploads a file with an edit of a change request, as clients do. */
async function upload({ workspace, admin, spaceId }: Started, text: string) {
  const { id: changeRequestId } = await workspace.ok(admin, changeRequest.create, { spaceId });
  const data = Buffer.from(text).toString("base64");
  const answer = await workspace.ask(admin, changeRequest.edit, {
    spaceId,
    changeRequestId,
    changes: [
      {
        operation: "insert_files",
        files: [{ ref: "a.txt", name: "a.txt", contentType: "text/plain", base64: data }],
      },
    ],
  });
  return { answer, changeRequestId };
}

async function download(workspace: Workspace, url: string) {
  const answer = await workspace.service.transport({ method: "GET", url, headers: {} });
  if (typeof answer.body === "string") return { ...answer, text: answer.body };
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return { ...answer, text: Buffer.concat(chunks).toString() };
}

function listNames({ objects }: S3Server): string[] {
  return [...objects.keys()].filter((name) => !name.endsWith("/tome-check"));
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("an uploaded file", () => {
  test("is in the bucket before the response, and its URL works as before", async () => {
    const started = await start();
    const { s3, workspace, admin, spaceId } = started;
    const { answer, changeRequestId } = await upload(started, "contents");
    expect(answer.status).toBe(200);
    const [name = ""] = listNames(s3);
    expect(name).toMatch(new RegExp(`^files/tome/${hash("contents").slice(0, 2)}/`));
    const row = await workspace.db.selectFrom("blobs").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ bytes: "", object: name.slice("files/".length), size: 8 });
    const { items } = await workspace.ok(admin, changeRequestContent.files, {
      spaceId,
      changeRequestId,
    });
    const url = items[0]?.downloadURL ?? "";
    expect(await download(workspace, url)).toMatchObject({
      status: 200,
      text: "contents",
      headers: { "content-type": "text/plain", "cache-control": "private, no-store" },
    });
    s3.objects.delete(name);
    expect(await download(workspace, url)).toMatchObject({
      status: 502,
      text: expect.stringContaining(`The object ${row.object} is missing`),
    });
    expect(await download(workspace, `${url}x`)).toMatchObject({ status: 404 });
  });

  slowTest("is not sent to a user who loses access while the storage responds", async () => {
    const started = await start();
    const { s3, workspace, org, spaceId } = started;
    const { changeRequestId } = await upload(started, "contents");
    const reader = await workspace.member(org, "edit");
    const request = { spaceId, changeRequestId };
    const { items } = await workspace.ok(reader, changeRequestContent.files, request);
    const url = items[0]?.downloadURL ?? "";
    expect((await download(workspace, url)).text).toBe("contents");
    s3.disturb = async () => {
      const members = workspace.db.updateTable("members").set({ disabled: 1 });
      await members.where("user_id", "=", reader).execute();
      return undefined;
    };
    const refused = await download(workspace, url);
    expect(refused).toMatchObject({ status: 404 });
    expect(refused.text).not.toContain("contents");
  });

  slowTest("is refused if the storage does not store it, and nothing refers to it", async () => {
    const started = await start();
    started.s3.disturb = () => ({ status: 403, code: "AccessDenied" });
    const { answer } = await upload(started, "contents");
    expect(answer).toMatchObject({
      status: 502,
      message: expect.stringContaining("403 AccessDenied"),
    });
    expect(await started.workspace.db.selectFrom("blobs").selectAll().execute()).toEqual([]);
    started.s3.disturb = undefined;
    expect((await upload(started, "contents")).answer.status).toBe(200);
    expect(listNames(started.s3)).toHaveLength(1);
  });

  slowTest("is uploaded once for several spaces and requests", async () => {
    const started = await start();
    await upload(started, "contents");
    await upload(started, "contents");
    expect(listNames(started.s3)).toHaveLength(1);
  });
});

describe("unused objects", () => {
  slowTest("are kept for the retention, and removed only if no file refers to them", async () => {
    const started = await start();
    const { s3, workspace, spaceId } = started;
    await upload(started, "used");
    await upload(started, "unused");
    const storage = findObjectStorage(workspace.db);
    if (!storage) throw new Error("No object storage.");
    const remove = () =>
      removeObjects(
        { db: workspace.db, now: workspace.now, signal: new AbortController().signal },
        storage,
      );
    workspace.passDays(365);
    expect(await remove()).toBe(0);
    await inTransaction(workspace.db, async (db) => {
      await db.deleteFrom("space_blobs").where("hash", "=", hash("unused")).execute();
      await db.deleteFrom("blobs").where("hash", "=", hash("unused")).execute();
    });
    expect(await remove()).toBe(0);
    workspace.passDays(29);
    expect(await remove()).toBe(0);
    workspace.passDays(2);
    // An interrupted removal continues.
    s3.disturb = () => ({ status: 403, code: "AccessDenied" });
    await expect(remove()).rejects.toThrow("AccessDenied");
    s3.disturb = undefined;
    expect(await remove()).toBe(1);
    expect(listNames(s3)).toEqual([expect.stringContaining(hash("used"))]);
    await inTransaction(workspace.db, (db) => removeContent(db, spaceId));
    expect(await workspace.db.selectFrom("blobs").selectAll().execute()).toEqual([]);
  });

  slowTest("are kept if a file refers to them again during the removal", async () => {
    const started = await start();
    const { s3, workspace, spaceId } = started;
    const storage = findObjectStorage(workspace.db);
    if (!storage) throw new Error("No object storage.");
    const texts = ["one", "two"];
    for (const text of texts) await upload(started, text);
    await inTransaction(workspace.db, async (db) => {
      await db.deleteFrom("space_blobs").execute();
      await db.deleteFrom("blobs").execute();
    });
    const call = { db: workspace.db, signal: new AbortController().signal };
    await removeObjects({ ...call, now: workspace.now }, storage);
    workspace.passDays(31);
    const removed: string[] = [];
    const interrupted: typeof storage = {
      ...storage,
      async remove(name) {
        removed.push(name);
        await storage.remove(name);
        // Before the second object is removed, a file with its contents is stored again.
        const rest = texts.filter((text) => !name.includes(hash(text)));
        if (removed.length > 1) return;
        await inTransaction(workspace.db, async (db) => {
          for (const text of rest) await putFile(db, spaceId, Buffer.from(text));
        });
      },
    };
    expect(await removeObjects({ ...call, now: workspace.now }, interrupted)).toBe(1);
    expect(removed).toHaveLength(1);
    const [left = ""] = texts.filter((text) => !removed[0]?.includes(hash(text)));
    expect(listNames(s3)).toEqual([expect.stringContaining(hash(left))]);
    expect(String(Buffer.from((await getFile(workspace.db, spaceId, hash(left))) ?? []))).toBe(
      left,
    );
  });

  test("are not used again after they were chosen for removal", async () => {
    const started = await start();
    const { workspace, s3 } = started;
    s3.disturb = undefined;
    await upload(started, "contents");
    await inTransaction(workspace.db, async (db) => {
      await db.deleteFrom("space_blobs").execute();
      await db.deleteFrom("blobs").execute();
      await db.updateTable("file_objects").set({ state: "removing" }).execute();
    });
    expect((await upload(started, "contents")).answer.status).toBe(200);
    expect(listNames(s3)).toHaveLength(2);
  });
});

describe("a move", () => {
  slowTest("there and back keeps all bytes, and new files follow the target", async () => {
    const started = await start();
    const { s3, workspace, spaceId } = started;
    const { db, now } = workspace;
    const call = { db, now, newId: createId };
    for (const text of ["", "a", "b".repeat(70_000)]) {
      await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from(text)));
    }
    expect(await moveContents(call, "s3")).toMatchObject({ moved: 3, remaining: 0, problems: [] });
    expect(await moveContents(call, "s3")).toMatchObject({ moved: 0, last: null });
    expect(listNames(s3)).toHaveLength(3);
    for (const text of ["", "a", "b".repeat(70_000)]) {
      expect(Buffer.from((await getFile(db, spaceId, hash(text))) ?? "").toString()).toBe(text);
    }
    expect(await moveContents(call, "database")).toMatchObject({ moved: 3, remaining: 0 });
    await upload(started, "new");
    expect(await getStorageStatus(db)).toMatchObject({
      location: "database",
      check: "ok",
      database: { files: 4 },
      s3: { files: 0 },
      unused: { files: 3 },
    });
  });

  slowTest("reports a damaged object, and moves all others", async () => {
    const started = await start();
    const { s3, workspace, spaceId } = started;
    const { db, now } = workspace;
    const call = { db, now, newId: createId };
    for (const text of ["a", "b", "c"]) {
      await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from(text)));
    }
    await moveContents(call, "s3");
    const [name = ""] = listNames(s3);
    s3.objects.set(name, Buffer.from("x"));
    expect(await moveContents(call, "database")).toMatchObject({
      moved: 2,
      remaining: 1,
      problems: [{ message: expect.stringContaining("is damaged") }],
    });
  });

  slowTest(
    "leaves damaged contents in the database, and continues after the last file",
    async () => {
      const { s3, workspace, spaceId } = await start();
      const { db, now } = workspace;
      const call = { db, now, newId: createId };
      const texts = ["one", "three", "fifteen"];
      for (const text of texts) {
        await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from(text)));
      }
      const damage = (text: string, bytes: string) =>
        db
          .updateTable("blobs")
          .set({ bytes: Buffer.from(bytes).toString("base64") })
          .where("hash", "=", hash(text))
          .execute();
      await damage("one", "two");
      const message = `The contents ${hash("one")} in the database are damaged.`;
      const sorted = texts.map(hash).toSorted();
      expect(await moveContents(call, "s3")).toEqual({
        ...{ moved: 2, movedBytes: 12, remaining: 1, remainingBytes: 3, last: sorted[2] },
        problems: [{ hash: hash("one"), message }],
      });
      expect(listNames(s3)).toHaveLength(2);
      // The batch after a file does not contain it.
      expect(await moveContents(call, "s3", hash("one"))).toMatchObject({
        last: null,
        problems: [],
      });
      await db.updateTable("blobs").set({ size: 4 }).where("hash", "=", hash("one")).execute();
      await damage("one", "one");
      expect((await moveContents(call, "s3")).problems).toEqual([{ hash: hash("one"), message }]);
      await db.updateTable("blobs").set({ size: 3 }).where("hash", "=", hash("one")).execute();
      expect(await moveContents(call, "s3")).toEqual({
        ...{ moved: 1, movedBytes: 3, remaining: 0, remainingBytes: 0, last: hash("one") },
        problems: [],
      });
      expect(await moveContents(call, "database")).toEqual({
        ...{ moved: 3, movedBytes: 15, remaining: 0, remainingBytes: 0, last: sorted[2] },
        problems: [],
      });
    },
  );

  slowTest("stops if the storage does not respond, and is refused without a storage", async () => {
    const { s3, workspace, spaceId } = await start();
    const { db, now } = workspace;
    const call = { db, now, newId: createId };
    for (const text of ["a", "b"]) {
      await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from(text)));
    }
    await s3.close();
    const stopped = await moveContents(call, "s3");
    expect(stopped).toMatchObject({ moved: 0, movedBytes: 0, remaining: 2, last: null });
    expect(stopped.problems.map((one) => one.hash)).toEqual([[hash("a"), hash("b")].toSorted()[0]]);
    const without = await openWorkspace();
    await expect(moveContents({ ...call, db: without.db }, "s3")).rejects.toMatchObject({
      status: 409,
      message: "No object storage is configured. Set TOME_S3_ENDPOINT and TOME_S3_BUCKET.",
    });
    expect(await getStorageStatus(without.db)).toEqual({
      ...{ location: "database", endpoint: null, bucket: null, prefix: null, check: null },
      database: { files: 0, bytes: 0 },
      s3: { files: 0, bytes: 0 },
      unused: { files: 0, bytes: 0 },
    });
  });

  slowTest("keeps the database copy if the storage returns other bytes", async () => {
    const { s3, workspace, spaceId } = await start();
    const { db, now } = workspace;
    await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from("contents")));
    s3.disturb = (request) => (request.method === "GET" ? "corrupt" : undefined);
    const call = { db, now, newId: createId };
    expect(await moveContents(call, "s3")).toMatchObject({ moved: 0, remaining: 1 });
    expect(Buffer.from((await getFile(db, spaceId, hash("contents"))) ?? "").toString()).toBe(
      "contents",
    );
  });
});

describe("an export", () => {
  slowTest("contains the contents, and replaces all data without the storage", async () => {
    const started = await start();
    const { workspace } = started;
    await upload(started, "contents");
    const backup = await workspace.service.admin.export();
    expect(backup.tables.file_objects).toEqual([]);
    expect(backup.tables.blobs).toEqual([
      expect.objectContaining({ object: null, bytes: Buffer.from("contents").toString("base64") }),
    ]);
    const other = await openWorkspace();
    await other.service.admin.import(backup);
    const { id } = await other.db.selectFrom("spaces").select("id").executeTakeFirstOrThrow();
    expect(Buffer.from((await getFile(other.db, id, hash("contents"))) ?? "").toString()).toBe(
      "contents",
    );
    // The objects of the installation stay known, so they are removed after the retention.
    await workspace.service.admin.import(backup);
    expect(await getStorageStatus(workspace.db)).toMatchObject({
      database: { files: 1 },
      unused: { files: 1 },
    });
  });

  test("that names an object of another installation is refused", async () => {
    const { workspace, spaceId } = await start();
    await inTransaction(workspace.db, (db) => putFile(db, spaceId, Buffer.from("a")));
    const backup = await workspace.service.admin.export();
    const blobs = backup.tables.blobs?.map((row) => ({ ...row, object: "aa/secret" })) ?? [];
    const changed = { ...backup, tables: { ...backup.tables, blobs } };
    await expect(workspace.service.admin.import(changed)).rejects.toMatchObject({ status: 400 });
  });
});

test("/readyz reports an object storage that does not respond", async () => {
  const { s3, workspace } = await start();
  const ready = () =>
    workspace.service.transport({ method: "GET", url: "http://127.0.0.1/readyz", headers: {} });
  s3.disturb = () => ({ status: 403, code: "AccessDenied" });
  const answer = await ready();
  expect(answer.status).toBe(503);
  expect(JSON.parse(String(answer.body))).toMatchObject({
    checks: { database: "ok", storage: expect.stringContaining("403 AccessDenied") },
  });
  expect(String(answer.body)).not.toContain(s3Credentials.secret);
});

slowTest("contents in an object storage that is not configured are reported by name", async () => {
  const { workspace, spaceId, admin } = await start();
  const { db, now } = workspace;
  await inTransaction(db, (all) => putFile(all, spaceId, Buffer.from("a")));
  await moveContents({ db, now, newId: createId }, "s3");
  const backup = await workspace.service.admin.export();
  expect(backup.tables.blobs).toHaveLength(1);
  const other = await openWorkspace();
  await other.service.admin.import(backup);
  await other.db.updateTable("blobs").set({ bytes: "", object: "aa/lost" }).execute();
  await expect(getFile(other.db, spaceId, hash("a"))).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining("The object aa/lost is in an object storage"),
  });
  expect(await workspace.ask(admin, file.list, { spaceId })).toMatchObject({ status: 200 });
});

test("programs without object storage refuse to serve data that may use it", async () => {
  const steps = readdirSync("src/service/database/migrations").filter((name) => /^\d/.test(name));
  expect(steps.toSorted()[objectStorageStep - 1]).toMatch(/-file-objects\.ts$/);
  const { workspace } = await start();
  const rows = await workspace.db.selectFrom("facts").selectAll().execute();
  const facts = new Map(rows.map(({ name, value }) => [name, value]));
  expect(canServe(facts, objectStorageStep - 1)).toBe(false);
  expect(canServe(facts, objectStorageStep)).toBe(true);
});
