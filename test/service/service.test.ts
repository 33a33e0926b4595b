import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as space from "../../src/contract/space.ts";
import * as translation from "../../src/contract/translation.ts";
import { objectStorageStep } from "../../src/service/areas/content/files/file-storage.ts";
import { scriptUrl } from "../../src/service/areas/integration-events/tables.ts";
import { runBeforeClose } from "../../src/service/database/closing.ts";
import { readFact } from "../../src/service/database/facts.ts";
import { oldestProgramFact } from "../../src/service/database/migrate.ts";
import { findGuard } from "../../src/service/database/sqlite/dialect.ts";
import type { Service, ServiceOptions } from "../../src/service/service.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { startOtlpReceiver } from "../support/network/otlp-receiver.ts";
import { s3Credentials, startS3Server } from "../support/network/s3-server.ts";
import { publishPages } from "../support/organizations/content.ts";
import { openIntegrations } from "../support/organizations/integrations.ts";
import { openTestPlatform, type Platform } from "../support/platforms/platform.ts";
import { onPostgres, openTestService } from "../support/platforms/postgres/databases.ts";
import { addSample } from "../support/platforms/sample.ts";

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

slowTest("a later start finds the same data and token, and writes nothing", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openTestService({ folder });
  await addSample(first);
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

slowTest("platforms in memory share no data", async () => {
  const one = await openTestPlatform();
  const other = await openTestPlatform();
  expect((await one.ask("GET /v1/user", { token: other.service.token })).status).toBe(401);
  await addSample(one.service);
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
    // Its requests can enqueue more.
    const { organization } = await platform.service.admin.beginning();
    const { body } = await platform.ask(`POST /v1/orgs/${organization}/spaces`, { body: {} });
    const { id } = body as { readonly id: string };
    expect((await platform.ask(`DELETE /v1/spaces/${id}`)).status).toBeLessThan(300);
    expect(await listJobs(platform)).toHaveLength(2);
  });

  test("that runs jobs and answers requests runs due jobs before a request", async () => {
    const platform = await openTestPlatform();
    await platform.service.jobs.enqueue(platform.service.db, due);
    expect((await platform.ask("GET /v1/user")).status).toBe(200);
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

slowTest("ids of a seed are repeatable, and those of another seed differ", async () => {
  const requests: (number | null)[] = [];
  const create = async (repeatable?: number, reads = 0) => {
    const { ask } = await openTestPlatform({
      repeatable,
      onRequest: ({ status }) => void requests.push(status),
    });
    for (let count = 0; count < reads; count++) await ask("GET /v1/user");
    const { body } = await ask("POST /v1/orgs", { body: { title: "Mine" } });
    return (body as { readonly id: string }).id;
  };
  const first = await create(1);
  expect(await create(1)).toBe(first);
  // Requests that only read are not counted.
  expect(await create(1, 3)).toBe(first);
  const others = [await create(2), await create(), await create()];
  expect(new Set([first, ...others]).size).toBe(4);
  // Requests are reported with and without a seed.
  expect(requests).toEqual([201, 201, 200, 200, 200, 201, 201, 201, 201]);
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

test("a platform that cannot be opened releases its folder", async () => {
  const folder = join(temporaryFolder(), "data");
  const realTime = () => {
    throw new Error("The clock is broken.");
  };
  await expect(openTestService({ folder, realTime })).rejects.toThrow("The clock is broken.");
  const service = await openTestService({ folder });
  onTestFinished(() => service.close());
  expect(service.token).toMatch(/^tome_/);
});

slowTests.each([
  [undefined, 10 * 1024 * 1024],
  [100, 100],
])("with the body limit %s, bodies may have %i bytes", async (bodyLimit, bytes) => {
  const { service, ask } = await openTestPlatform({ bodyLimit });
  expect(service.bodyLimit).toBe(bytes);
  const create = async (length: number) => {
    const text = '{"title":"Mine"}'.padEnd(length);
    return (await ask("POST /v1/orgs", { text })).status;
  };
  expect([await create(bytes), await create(bytes + 1)]).toEqual([201, 413]);
});

describe("requests are limited", () => {
  /** Requests of this process itself have no limit. */
  const sendFromNetwork = async ({ transport, token }: Service) => {
    const answer = await transport({
      ...{ method: "GET", url: "http://tome.localhost/v1/user", from: "127.0.0.1" },
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.status;
  };

  test.each<[ServiceOptions["rateLimits"], number[]]>([
    [undefined, [200, 200, 200]],
    [{ token: 2 }, [200, 200, 429]],
  ])("to %o a minute", async (rateLimits, expected) => {
    let minute = 0;
    const realTime = () => Date.parse("2026-01-01T00:00:00Z") + minute * 60_000;
    const { service } = await openTestPlatform({ rateLimits, realTime });
    const read = async () => {
      const statuses: number[] = [];
      for (const _ of expected) statuses.push(await sendFromNetwork(service));
      return statuses;
    };
    expect(await read()).toEqual(expected);
    minute++;
    expect(await read()).toEqual(expected);
  });

  test("by the real time, if no other clock is given", async () => {
    const { service } = await openTestPlatform({ rateLimits: { token: 5 } });
    expect(await sendFromNetwork(service)).toBe(200);
  });
});

slowTest("questions are answered with a language model only", async () => {
  const { url, seen } = await serve((_, response) =>
    answerJson(response, 200, { choices: [{ message: { content: "Yes." } }] }),
  );
  const ask = async (options: ServiceOptions) => {
    const platform = await openTestPlatform(options);
    await addSample(platform.service);
    const { organization } = await platform.service.admin.beginning();
    await platform.ask(`PATCH /v1/orgs/${organization}`, { body: { ai: true } });
    const request = `POST /v1/orgs/${organization}/ask`;
    return (await platform.ask(request, { body: { query: "Install?" } })).status;
  };
  expect([await ask({}), seen.length]).toEqual([501, 0]);
  expect(await ask({ model: { url, name: "small" } })).toBe(200);
});

test.skipIf(onPostgres)("the free space is checked of the disk with the data folder", async () => {
  const check = async (options: ServiceOptions) =>
    (await (await openTestPlatform(options)).service.readiness.check()).checks.disk;
  expect(await check({})).toBeUndefined();
  expect(await check({ folder: join(temporaryFolder(), "data") })).toBe("ok");
});

slowTest("a running job is interrupted by the end, and runs again at the next start", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // It never responds.
  const { url } = await serve(() => arrive());
  const folder = join(temporaryFolder(), "data");
  const { workspace, org, admin } = await openIntegrations({
    folder,
    translator: { address: url },
  });
  const source = await workspace.ok(admin, space.create, { organizationId: org });
  await publishPages(workspace, source.id, [{ title: "Start", markdown: "Begin.\n" }]);
  const { id: translationId } = await workspace.ok(admin, translation.create, {
    ...{ organizationId: org, language: "fr" },
    source: { space: source.id, language: "en" },
  });
  await workspace.ok(admin, translation.run, { organizationId: org, translationId });
  const running = workspace.service.jobs.finish();
  await arrived;
  await workspace.service.close();
  await running;
  const { db } = (await openTestPlatform({ folder })).service;
  const job = await db
    .selectFrom("jobs")
    .select(["attempts", "leased_by", "state"])
    .where("kind", "=", "run-translation")
    .executeTakeFirst();
  expect(job).toEqual({ attempts: 0, leased_by: null, state: "waiting" });
});

slowTest(
  "traces have the version of the program, are complete after the end, and their failures are logged",
  async () => {
    const [receiver, failing] = [await startOtlpReceiver(), await startOtlpReceiver(400)];
    const messages: string[] = [];
    for (const [version, { url }] of [
      [undefined, receiver],
      ["1.2.3", receiver],
      ["1.2.3", failing],
    ] as const) {
      const { service, ask } = await openTestPlatform({
        tracing: { url: `${url}/v1/traces`, format: "http/json" },
        ...(version !== undefined && { version }),
        log: (message) => messages.push(message),
      });
      expect((await ask("GET /v1/user")).status).toBe(200);
      await service.close();
    }
    expect(receiver.resources.map((one) => one["service.version"])).toEqual(["0.0.0", "1.2.3"]);
    expect(receiver.spans.filter(({ name }) => name.startsWith("GET"))).toHaveLength(2);
    expect(messages).toEqual(["Sending traces failed."]);
    // A program that receives no messages is not affected by a failure.
    const { service, ask } = await openTestPlatform({
      tracing: { url: `${failing.url}/v1/traces`, format: "http/json" },
    });
    expect((await ask("GET /v1/user")).status).toBe(200);
    await service.close();
    expect(failing.requests).toHaveLength(2);
  },
);

test("file contents are stored in a configured object storage, which earlier programs cannot read", async () => {
  const s3 = await startS3Server();
  onTestFinished(s3.close);
  const fileStorage = {
    ...{ endpoint: s3.url, bucket: "files", region: "us-east-1", prefix: "tome/" },
    ...{ keepDays: 30, ...s3Credentials },
  };
  for (const setting of [undefined, fileStorage]) {
    const { service } = await openTestPlatform({ fileStorage: setting });
    const oldest = Number((await readFact(service.db, oldestProgramFact)) ?? 0);
    expect(oldest >= objectStorageStep).toBe(setting !== undefined);
    const { checks } = await service.readiness.check();
    expect(checks.storage).toBe(setting && "ok");
  }
  expect(s3.requests.length).toBeGreaterThan(0);
});

describe("scripts of integrations", () => {
  const readFeeds = ({ db }: Service) =>
    db.selectFrom("integration_feeds").select(["integration", "tunnel_url"]).execute();

  // With PostgreSQL, another process may run them.
  test.skipIf(onPostgres)(
    "no longer receive events in a process that does not run them",
    async () => {
      const folder = join(temporaryFolder(), "data");
      const { workspace, publish } = await openIntegrations({ folder });
      await publish({ integrationName: "first" });
      const { service } = workspace;
      await service.db.updateTable("integration_feeds").set({ tunnel_url: scriptUrl }).execute();
      await service.close();
      const again = await openTestPlatform({ folder });
      expect(await readFeeds(again.service)).toEqual([{ integration: "first", tunnel_url: null }]);
    },
  );

  test("receive events in a process that runs them, which says so", async () => {
    const folder = join(temporaryFolder(), "data");
    const { workspace, publish } = await openIntegrations({ folder });
    await publish({ integrationName: "first" });
    expect(await readFeeds(workspace.service)).toEqual([
      { integration: "first", tunnel_url: null },
    ]);
    expect(workspace.service.scripts).toBeUndefined();
    await workspace.service.close();
    const { service, ask } = await openTestPlatform({ folder, integrations: true });
    expect(await readFeeds(service)).toEqual([{ integration: "first", tunnel_url: scriptUrl }]);
    expect(service.scripts?.addsToSites).toBe(false);
    expect((await ask("GET /v1/", { token: null })).body).toMatchObject({ runsIntegrations: true });
  });
});

describe("the end of a platform", () => {
  test("runs the work that must precede it, while the data is open", async () => {
    const folder = join(temporaryFolder(), "data");
    const service = await openTestService({ folder });
    const titles: string[] = [];
    runBeforeClose(service.db, async () => {
      const rows = await service.db.selectFrom("organizations").select("title").execute();
      titles.push(...rows.map(({ title }) => title));
    });
    await service.close();
    expect(titles).toEqual(["My organization"]);
  });

  test("ends requests that a fault delays", async () => {
    const { service, ask } = await openTestPlatform();
    const token = await service.admin.newAdminToken();
    const rules = [{ fault: "delay", match: "GET /v1/user", for: "1m" }];
    expect((await ask("PUT /_tome/faults", { token, body: { seed: 1, rules } })).status).toBe(200);
    const delayed = ask("GET /v1/user");
    await service.close();
    await expect(delayed).rejects.toThrow("stopped while the request was delayed");
  });
});

// PostgreSQL verifies its files itself.
describe.skipIf(onPostgres)("the database file", () => {
  async function start() {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = join(temporaryFolder(), "data");
    const messages: string[] = [];
    const { service, ask } = await openTestPlatform({
      folder,
      log: (message) => messages.push(message),
    });
    return { folder, service, ask, messages };
  }

  test("is verified each second, until the platform closes", async () => {
    const { service, messages } = await start();
    const guard = findGuard(service.db);
    if (!guard) throw new Error("The file is not guarded.");
    const reading = vi.spyOn(guard, "readOn").mockImplementation(() => {
      throw new Error("Too many files are open.");
    });
    vi.advanceTimersByTime(999);
    expect(reading).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(2001);
    expect(reading).toHaveBeenCalledTimes(3);
    expect(messages).toEqual(Array(3).fill("Verifying the database file failed."));
    await service.close();
    vi.advanceTimersByTime(5000);
    expect(reading).toHaveBeenCalledTimes(3);
  });
});
