import { expect, test } from "vitest";
import { openTestPlatform } from "../../support/platform.ts";

const day = 24 * 60 * 60 * 1000;

async function start() {
  const real = { time: Date.parse("2026-01-01T00:00:00.000Z") };
  const { service, ask } = await openTestPlatform({ realTime: () => real.time });
  const orgs = (await ask("GET /v1/orgs")).body as { items: { id: string }[] };
  const made = await ask(`POST /v1/orgs/${orgs.items[0]?.id}/spaces`, { body: {} });
  const { id } = made.body as { id: string };
  const there = async () =>
    (await service.db.selectFrom("spaces").select("id").where("id", "=", id).execute()).length > 0;
  const pass = (days: number) => {
    real.time += days * day;
  };
  return { ask, id, there, pass };
}

test("A deleted space is gone for good after 7 days and not before", async () => {
  const { ask, id, there, pass } = await start();
  expect((await ask(`DELETE /v1/spaces/${id}`)).status).toBe(205);
  pass(7 - 1 / day);
  await ask("GET /v1/user");
  expect(await there()).toBe(true);
  pass(1 / day);
  expect((await ask(`POST /v1/spaces/${id}/restore`)).status).toBe(404);
  expect(await there()).toBe(false);
});

test("A space that was restored stays, and one deleted again has 7 days again", async () => {
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
