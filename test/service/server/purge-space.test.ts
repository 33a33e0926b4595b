import { expect, test } from "vitest";
import { openTestPlatform } from "../../support/platforms/platform.ts";

const day = 24 * 60 * 60 * 1000;

async function start(log: string[] = []) {
  const real = { time: Date.parse("2026-01-01T00:00:00.000Z") };
  const { service, ask } = await openTestPlatform({
    realTime: () => real.time,
    log: (message) => log.push(message),
  });
  const orgs = (await ask("GET /v1/orgs")).body as { items: { id: string }[] };
  const made = await ask(`POST /v1/orgs/${orgs.items[0]?.id}/spaces`, { body: {} });
  const { id } = made.body as { id: string };
  const there = async () =>
    (await service.db.selectFrom("spaces").select("id").where("id", "=", id).execute()).length > 0;
  const pass = (days: number) => {
    real.time += days * day;
  };
  return { service, ask, id, there, pass };
}

test("a deleted space is purged after 7 days and not before", async () => {
  const { ask, id, there, pass } = await start();
  expect((await ask(`DELETE /v1/spaces/${id}`)).status).toBe(205);
  pass(7 - 1 / day);
  await ask("GET /v1/user");
  expect(await there()).toBe(true);
  pass(1 / day);
  expect((await ask(`POST /v1/spaces/${id}/restore`)).status).toBe(404);
  expect(await there()).toBe(false);
});

test("a purged space is no longer the default content of its organization", async () => {
  const { service, ask, id, there, pass } = await start();
  const { db } = service;
  const read = async () =>
    (await db.selectFrom("organizations").select(["id", "default_content"]).executeTakeFirst()) ?? {
      id: "",
      default_content: "",
    };
  const body = { defaultContent: { type: "space", space: id } };
  expect((await ask(`PATCH /v1/orgs/${(await read()).id}`, { body })).status).toBe(200);
  await ask(`DELETE /v1/spaces/${id}`);
  expect((await read()).default_content).toContain(id);
  pass(7);
  await ask("GET /v1/user");
  expect([await there(), (await read()).default_content]).toEqual([false, null]);
});

test("a restored space stays, and one deleted again has 7 days again", async () => {
  const { ask, id, there, pass } = await start();
  await ask(`DELETE /v1/spaces/${id}`);
  pass(3);
  expect((await ask(`POST /v1/spaces/${id}/restore`)).status).toBe(200);
  pass(3);
  await ask(`DELETE /v1/spaces/${id}`);
  pass(5);
  await ask("GET /v1/user");
  expect(await there()).toBe(true);
  pass(2);
  await ask("GET /v1/user");
  expect(await there()).toBe(false);
});

test("a clock that jumps years ahead purges no deleted space at once, with a log entry", async () => {
  const log: string[] = [];
  const { ask, id, there, pass } = await start(log);
  await ask(`DELETE /v1/spaces/${id}`);
  pass(10 * 365);
  await ask("GET /v1/user");
  expect(await there()).toBe(true);
  expect(log).toEqual([expect.stringContaining(`${id} ended at 2026-01-08T`)]);
  pass(-10 * 365);
  expect((await ask(`POST /v1/spaces/${id}/restore`)).status).toBe(200);
});

test("a clock that was moved years ahead on purpose purges a deleted space at once", async () => {
  const log: string[] = [];
  const { service, ask, id, there } = await start(log);
  await ask(`DELETE /v1/spaces/${id}`);
  const token = await service.admin.newAdminToken();
  const body = { advance: "500w" };
  expect((await ask("POST /_tome/clock", { token, body })).status).toBe(200);
  await ask("GET /v1/user");
  expect([await there(), log]).toEqual([false, []]);
});

test("a postponed purge happens after 7 more days", async () => {
  const { ask, id, there, pass } = await start();
  await ask(`DELETE /v1/spaces/${id}`);
  for (const [days, isThere] of [
    [100, true],
    [6, true],
    [1, false],
  ] as const) {
    pass(days);
    await ask("GET /v1/user");
    expect(await there()).toBe(isThere);
  }
});

test("a space deleted while the clock was ahead is kept for 7 days of the correct clock", async () => {
  const { ask, id, there, pass } = await start();
  pass(10 * 365);
  await ask(`DELETE /v1/spaces/${id}`);
  pass(-10 * 365);
  await ask("GET /v1/user");
  pass(6.9);
  await ask("GET /v1/user");
  expect(await there()).toBe(true);
  pass(0.2);
  await ask("GET /v1/user");
  expect(await there()).toBe(false);
});

test.each([
  [8, false],
  [8 + 1 / day, true],
])("a purge %d days after the deletion is postponed: %s", async (days, isThere) => {
  const { ask, id, there, pass } = await start();
  await ask(`DELETE /v1/spaces/${id}`);
  pass(days);
  await ask("GET /v1/user");
  expect(await there()).toBe(isThere);
});
