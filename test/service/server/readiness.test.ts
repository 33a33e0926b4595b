import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { attachStorage } from "../../../src/service/areas/content/files/file-storage.ts";
import { oldestProgramFact, versionFact } from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { openObjectStorage } from "../../../src/service/engines/object-storage/object-storage.ts";
import { createReadiness, describeFreeSpace } from "../../../src/service/server/readiness.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { s3Credentials } from "../../support/network/s3-server.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";

const asAnyone = { token: null };

describe("a process", () => {
  test("is ready with the reasons of each check, and not during its shutdown", async () => {
    const { service, ask } = await openTestPlatform();
    expect(await ask("GET /readyz", asAnyone)).toMatchObject({
      status: 200,
      body: { status: "ready", checks: { database: "ok", migrations: "ok", shutdown: "ok" } },
    });
    service.readiness.startShutdown();
    expect(await ask("GET /readyz", asAnyone)).toMatchObject({
      status: 503,
      body: { status: "not ready", checks: { shutdown: "The process is stopping." } },
    });
    expect((await ask("GET /healthz", asAnyone)).status).toBe(200);
    expect((await ask("GET /v1/user")).status).toBe(200);
  });

  test.each([
    [migrations.version + 1, "A newer version of tome has upgraded the database."],
    [migrations.version - 1, "The database has not been upgraded."],
  ])("of another schema than %i is not ready", async (version, reason) => {
    const { service, ask } = await openTestPlatform();
    await service.db
      .updateTable("facts")
      .set({ value: String(version) })
      .where("name", "in", [versionFact, oldestProgramFact])
      .execute();
    expect(await ask("GET /readyz", asAnyone)).toMatchObject({
      status: 503,
      body: { checks: { migrations: expect.stringContaining(reason) } },
    });
  });

  slowTest("is not ready while its database is held by a long transaction", async () => {
    const { service, ask } = await openTestPlatform();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const transaction = service.db.transaction().execute(() => released);
    await pause(0);
    expect(await ask("GET /readyz", asAnyone)).toMatchObject({
      status: 503,
      body: { checks: { database: "No response within 2 s." } },
    });
    release();
    await transaction;
    expect((await ask("GET /readyz", asAnyone)).status).toBe(200);
  });
});

describe("the role of a process", () => {
  const job = { kind: "purge-space", payload: { spaceId: "none" } };
  const countJobs = async ({ service }: Awaited<ReturnType<typeof openTestPlatform>>) =>
    (await service.db.selectFrom("jobs").select("id").where("state", "=", "waiting").execute())
      .length;

  test("none answers requests and leaves due jobs to others", async () => {
    const platform = await openTestPlatform({ jobRole: "none" });
    const before = await countJobs(platform);
    await platform.service.jobs.enqueue(platform.service.db, job);
    expect((await platform.ask("GET /v1/user")).status).toBe(200);
    expect(await countJobs(platform)).toBe(before + 1);
    const both = await openTestPlatform();
    const waiting = await countJobs(both);
    await both.service.jobs.enqueue(both.service.db, job);
    expect((await both.ask("GET /v1/user")).status).toBe(200);
    expect(await countJobs(both)).toBe(waiting);
  });

  test("only answers probes and the administration, and refuses other requests", async () => {
    const { ask } = await openTestPlatform({ jobRole: "only" });
    for (const path of ["/healthz", "/readyz"]) {
      expect([path, (await ask(`GET ${path}`, asAnyone)).status]).toEqual([path, 200]);
    }
    expect((await ask("GET /metrics", asAnyone)).status).toBe(401);
    expect((await ask("GET /_tome/state")).status).not.toBe(503);
    for (const path of ["/", "/v1", "/v1/user", "/healthz/", "/v1/orgs", "/%68ealthz"]) {
      expect([path, await ask(`GET ${path}`)]).toMatchObject([
        path,
        { status: 503, body: { error: { message: expect.stringContaining("only runs jobs") } } },
      ]);
    }
  });
});

describe("the checks of a process", () => {
  const usual = { database: "ok", migrations: "ok", shutdown: "ok" };

  test("include the disk only for data in a folder", async () => {
    const { service } = await openTestPlatform();
    const folder = temporaryFolder();
    const check = (path?: string) => createReadiness({ db: service.db, folder: path }).check();
    expect(await check()).toEqual({ isReady: true, checks: usual });
    expect(await check(folder)).toEqual({ isReady: true, checks: { ...usual, disk: "ok" } });
    expect(await check(join(folder, "nosuch"))).toEqual({
      isReady: false,
      checks: { ...usual, disk: "The data folder cannot be read." },
    });
  });

  test("include the object storage of files", async () => {
    const { service } = await openTestPlatform();
    const storage = openObjectStorage({
      ...{ endpoint: "http://127.0.0.1:1", bucket: "files", region: "us-east-1", prefix: "tome/" },
      ...{ keepDays: 30, ...s3Credentials },
    });
    attachStorage(service.db, storage);
    const { isReady, checks } = await createReadiness({
      db: service.db,
      folder: undefined,
    }).check();
    expect([isReady, checks]).toEqual([
      false,
      { ...usual, storage: expect.stringMatching(/^The object storage is not available: /) },
    ]);
  });

  test.each([
    [64 * 1024 * 1024, "ok"],
    [64 * 1024 * 1024 - 1, "Less than 64 MiB are free."],
    [0, "Less than 64 MiB are free."],
  ])("with %i free bytes are %s", (bytes, expected) => {
    expect(describeFreeSpace(bytes)).toBe(expected);
  });
});
