import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Service, ServiceOptions } from "../../src/service/service.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openTestPlatform, type Platform } from "../support/platforms/platform.ts";
import { onPostgres, openTestService } from "../support/platforms/postgres/databases.ts";

test("the first start creates an organization with an owner, and a private token", async () => {
  const folder = join(temporaryFolder(), "data");
  const { service, ask } = await openTestPlatform({ folder });
  expect((await ask("GET /v1/user")).body).toMatchObject({
    displayName: "Owner",
    email: "owner@example.com",
  });
  expect((await ask("GET /v1/orgs")).body).toMatchObject({
    items: [{ title: "My organization", permissions: { admin: true } }],
  });
  const path = join(folder, "token");
  expect(readFileSync(path, "utf8")).toBe(`${service.token}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a later start finds the same data and token, and writes nothing", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openTestService({ folder });
  await first.admin.seed();
  const before = await first.admin.export();
  await first.close();
  const file = join(folder, "tome.sqlite");
  const bytes = onPostgres ? undefined : readFileSync(file);
  const second = await openTestService({ folder });
  expect(second.token).toBe(first.token);
  expect(await second.admin.export()).toEqual(before);
  await second.close();
  if (bytes === undefined) return;
  const digest = (data: Buffer) => data.subarray(100).toString("hex");
  expect(digest(readFileSync(file)) === digest(bytes)).toBe(true);
});

test("a lost or damaged token file is created again, for the same data", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openTestService({ folder });
  await first.close();
  const damages = [
    () => rmSync(join(folder, "token")),
    () => writeFileSync(join(folder, "token"), "rubbish"),
  ];
  for (const damage of damages) {
    damage();
    const service = await openTestService({ folder });
    expect(service.token).not.toBe(first.token);
    const answer = await service.transport({
      method: "GET",
      url: "http://tome.localhost/v1/user",
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect(answer.status).toBe(200);
    await service.close();
  }
});

test("platforms in memory share no data", async () => {
  const one = await openTestPlatform();
  const other = await openTestPlatform();
  expect((await one.ask("GET /v1/user", { token: other.service.token })).status).toBe(401);
  await one.service.admin.seed();
  expect((await other.service.admin.export()).tables.spaces).toEqual([]);
});

test("the platform names its version and build, and the defaults of a program that sets none", async () => {
  const about = async (options: ServiceOptions) => {
    const { ask } = await openTestPlatform(options);
    return (await ask("GET /v1/", { token: null })).body;
  };
  expect(await about({})).toEqual({ version: "0.0.0", build: "embedded" });
  expect(await about({ version: "1.2.3", build: "abc" })).toEqual({
    version: "1.2.3",
    build: "abc",
  });
});

test("tokens are recognized by their kind", async () => {
  const { service } = await openTestPlatform();
  const adminToken = await service.admin.newAdminToken();
  const kinds = async (authorization: string | undefined) => [
    await service.isAdmin(authorization),
    await service.isKnown(authorization),
  ];
  expect(await kinds(undefined)).toEqual([false, false]);
  expect(await kinds("Bearer wrong")).toEqual([false, false]);
  expect(await kinds(`Basic ${adminToken}`)).toEqual([false, false]);
  expect(await kinds(`Bearer ${service.token}`)).toEqual([false, true]);
  expect(await kinds(`Bearer ${adminToken}`)).toEqual([true, true]);
});

test("metrics need the admin token, unless they are open", async () => {
  const statuses = async (openMetrics?: boolean) => {
    const { service, ask } = await openTestPlatform({ openMetrics });
    const admin = await service.admin.newAdminToken();
    const tokens = [null, service.token, admin];
    return Promise.all(tokens.map(async (token) => (await ask("GET /metrics", { token })).status));
  };
  expect(await statuses()).toEqual([401, 401, 200]);
  expect(await statuses(true)).toEqual([200, 200, 200]);
});

describe("a process of a role", () => {
  const due = { kind: "purge-space", payload: { spaceId: "none" } };
  const listJobs = ({ service }: Platform) => service.db.selectFrom("jobs").select("id").execute();

  test("that runs no jobs leaves due jobs to others", async () => {
    const platform = await openTestPlatform({ jobRole: "none" });
    await platform.service.jobs.enqueue(platform.service.db, due);
    expect((await platform.ask("GET /v1/user")).status).toBe(200);
    expect([platform.service.runsJobs, (await listJobs(platform)).length]).toEqual([false, 1]);
  });

  test("that runs jobs and answers requests runs due jobs before a request", async () => {
    const platform = await openTestPlatform();
    await platform.service.jobs.enqueue(platform.service.db, due);
    expect((await platform.ask("GET /v1/user")).status).toBe(200);
    await platform.service.jobs.finish();
    expect([platform.service.runsJobs, await listJobs(platform)]).toEqual([true, []]);
  });

  test("that only runs jobs answers only probes and the administration", async () => {
    const { service, ask } = await openTestPlatform({ jobRole: "only", openMetrics: true });
    const token = await service.admin.newAdminToken();
    const answers = [
      "GET /healthz",
      "GET /readyz",
      "GET /metrics",
      "GET /_tome/clock",
      "GET /v1/",
      "GET /v1/user",
      "GET /",
      "GET /healthz/x",
    ];
    const statuses = await Promise.all(
      answers.map(async (what) => [what, (await ask(what, { token })).status]),
    );
    expect(statuses).toEqual([
      ["GET /healthz", 200],
      ["GET /readyz", 200],
      ["GET /metrics", 200],
      ["GET /_tome/clock", 200],
      ["GET /v1/", 503],
      ["GET /v1/user", 503],
      ["GET /", 503],
      ["GET /healthz/x", 503],
    ]);
    expect((await ask("GET /v1/user")).body).toEqual({
      error: {
        code: 503,
        message: "This process only runs jobs. Send the request to another process.",
      },
    });
  });
});

test("ids of a seed are repeatable, and those of another seed differ", async () => {
  const requests: (number | null)[] = [];
  const create = async (repeatable?: number) => {
    const { ask } = await openTestPlatform({
      repeatable,
      onRequest: ({ status }) => void requests.push(status),
    });
    const { body } = await ask("POST /v1/orgs", { body: { title: "Mine" } });
    return (body as { readonly id: string }).id;
  };
  const first = await create(1);
  expect(await create(1)).toBe(first);
  expect([await create(2), await create()]).not.toContain(first);
  // Requests are reported with and without a seed.
  expect(requests).toEqual([201, 201, 201, 201]);
});

test("errors of requests that end after the platform was closed are not logged", async () => {
  const messages: string[] = [];
  const { service, ask } = await openTestPlatform({ log: (message) => messages.push(message) });
  service.log("open", undefined);
  await service.close();
  expect((await ask("GET /v1/user")).status).toBe(500);
  service.log("closed", undefined);
  expect(messages).toEqual(["open"]);
});

describe("a process that was killed", () => {
  /** Data with a job that the previous process was running. */
  async function openAgain(prepare: (service: Service) => Promise<unknown>) {
    const folder = join(temporaryFolder(), "data");
    const first = await openTestService({ folder });
    await prepare(first);
    await first.close();
    const service = await openTestService({ folder });
    onTestFinished(() => service.close());
    return service.db;
  }
  const at = "2999-01-01T00:00:00.000Z";

  // With PostgreSQL, another process may be running the job.
  test.skipIf(onPostgres)("leaves its job to the next start, which counts an attempt", async () => {
    const job = { kind: "purge-space", payload: {}, at: new Date(at) };
    const db = await openAgain(async ({ db, jobs }) => {
      for (let count = 0; count < 2; count++) await jobs.enqueue(db, job);
      const { id } = await db.selectFrom("jobs").select("id").executeTakeFirstOrThrow();
      const lease = { leased_by: "killed", leased_until: 9_999_999_999_999 };
      await db.updateTable("jobs").set(lease).where("id", "=", id).execute();
    });
    const rows = await db
      .selectFrom("jobs")
      .select(["attempts", "leased_by", "leased_until"])
      .where("run_at", "=", at)
      .orderBy("attempts")
      .execute();
    const free = { leased_by: null, leased_until: null };
    expect(rows).toEqual([
      { attempts: 0, ...free },
      { attempts: 1, ...free },
    ]);
  });
});

test("each request is reported once, in the process and with its status", async () => {
  const requests: unknown[] = [];
  const { ask } = await openTestPlatform({ onRequest: (entry) => requests.push(entry) });
  await ask("GET /v1/user");
  await ask("GET /v1/spaces/nosuch");
  expect(requests).toMatchObject([
    { method: "GET", status: 200 },
    { method: "GET", status: 404 },
  ]);
});

test("the platform uses the clock that it is given", async () => {
  const realTime = () => Date.parse("2031-02-03T04:05:06.000Z");
  const { service } = await openTestPlatform({ realTime });
  expect(service.clock.now().toISOString()).toBe("2031-02-03T04:05:06.000Z");
});

test("an injected fault of the administration affects only the requests that it matches", async () => {
  const { service, ask } = await openTestPlatform();
  const token = await service.admin.newAdminToken();
  const put = (match: string) =>
    ask("PUT /_tome/faults", { token, body: { seed: 1, rules: [{ fault: "drop", match }] } });
  expect((await put("GET /v1/user")).status).toBe(200);
  await expect(ask("GET /v1/user")).rejects.toThrow();
  expect((await ask("GET /v1/orgs")).status).toBe(200);
});
