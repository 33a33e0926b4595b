/** Changes of a shared database as a whole, which another process made. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { generationFact, offsetFact } from "../../../src/service/database/facts.ts";
import { oldestProgramFact, versionFact } from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { createWatch } from "../../../src/service/server/database-watch.ts";
import type { Service } from "../../../src/service/service.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";

type WatchParts = Parameters<typeof createWatch>[0];

let service: Service;
/** In seconds. */
let uptime = 100;
let offset = 0;
let events: string[] = [];
beforeEach(async () => {
  ({ service } = await openTestPlatform());
  await service.db.deleteFrom("facts").where("name", "=", offsetFact).execute();
  events = [];
  offset = 0;
  vi.spyOn(process, "uptime").mockImplementation(() => uptime);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function openWatch(changes: Partial<WatchParts> = {}) {
  const watch = createWatch({
    db: service.db,
    clock: createPartial<WatchParts["clock"]>({
      offset: () => offset,
      reload: async () => void events.push("clock"),
    }),
    jobs: createPartial<WatchParts["jobs"]>({ reload: () => void events.push("jobs") }),
    admin: createPartial<WatchParts["admin"]>({
      reconcile: async () => void events.push("reconcile"),
    }),
    log: (message, error) => void events.push(message, (error as Error).message),
    ...changes,
  });
  await watch.begin();
  const transport = watch.wrap(async () => ({ status: 200, headers: {}, body: "" }));
  const send = async () =>
    transport({ method: "GET", url: "http://a/", headers: {}, body: undefined });
  return { watch, send };
}

async function write(name: string, value: string | number): Promise<void> {
  await service.db.deleteFrom("facts").where("name", "=", name).execute();
  await service.db
    .insertInto("facts")
    .values({ name, value: String(value) })
    .execute();
}

describe("a change by another process", () => {
  test("is looked for at most once a second", async () => {
    const { send } = await openWatch();
    await write(offsetFact, 5);
    uptime += 1;
    await send();
    expect(events).toEqual([]);
    uptime += 0.001;
    await send();
    expect(events).toEqual(["clock", "jobs"]);
    await send();
    expect(events).toEqual(["clock", "jobs"]);
  });

  test("of its clock is noticed once the clock of this process has another time", async () => {
    offset = 7;
    await write(offsetFact, 7);
    const { watch } = await openWatch();
    expect(events).toEqual([]);
    await write(offsetFact, 8);
    await watch.begin();
    expect(events).toEqual(["clock", "jobs"]);
  });

  test("of its data is noticed, also of data that was never replaced", async () => {
    const { watch } = await openWatch();
    await watch.begin();
    expect(events).toEqual([]);
    await write(generationFact, "a");
    await watch.begin();
    expect(events).toEqual(["reconcile"]);
    await watch.begin();
    expect(events).toEqual(["reconcile"]);
    await write(generationFact, "b");
    await watch.begin();
    expect(events).toEqual(["reconcile", "reconcile"]);
  });

  test.each([
    { stored: migrations.version, oldest: migrations.version, status: 200, isNewer: false },
    { stored: migrations.version + 1, oldest: migrations.version, status: 200, isNewer: true },
    { stored: migrations.version + 1, oldest: migrations.version + 1, status: 503, isNewer: true },
    { stored: migrations.version - 1, oldest: migrations.version - 1, status: 200, isNewer: false },
  ])(
    "of its schema to $stored, for programs from $oldest, is answered with $status",
    async ({ stored, oldest, status, isNewer }) => {
      const { watch, send } = await openWatch();
      await write(versionFact, stored);
      await write(oldestProgramFact, oldest);
      uptime += 2;
      const { status: actual, body, headers } = await send();
      expect([actual, watch.isNewer()]).toEqual([status, isNewer]);
      if (status === 200) return;
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.parse(String(body))).toEqual({
        error: {
          code: 503,
          message: "A newer version of tome has upgraded the database. Upgrade this server.",
        },
      });
    },
  );

  test("of its data waits while a newer program has its schema", async () => {
    const { watch } = await openWatch();
    await write(versionFact, migrations.version + 1);
    await write(oldestProgramFact, migrations.version + 1);
    await write(generationFact, "a");
    await write(offsetFact, 5);
    await watch.begin();
    expect(events).toEqual([]);
  });

  test("is not found without a database, and requests are answered by it", async () => {
    const failing = async () => {
      throw new Error("Connection refused.");
    };
    const { send } = await openWatch({ admin: { reconcile: failing } });
    await write(generationFact, "a");
    uptime += 2;
    expect((await send()).status).toBe(200);
    expect(events).toEqual(["Failed to check the database for changes.", "Connection refused."]);
  });
});
