import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";

async function start() {
  const platform = await openTestPlatform({ realTime: () => Date.parse("2026-01-01T00:00:00Z") });
  const token = await platform.service.admin.newAdminToken();
  const admin = (what: string, body?: unknown) => platform.ask(what, { token, body });
  return { ...platform, admin };
}

test("a fault plan is set, shown with its counts, and cleared", async () => {
  const { ask, admin } = await start();
  const none = { seed: null, rules: [], log: [] };
  expect((await admin("GET /_tome/faults")).body).toEqual(none);
  const rule = { fault: "error", status: 503, operation: "getAuthenticatedUser", count: 1 };
  const set = await admin("PUT /_tome/faults", { seed: 7, rules: [rule] });
  expect(set.body).toEqual({ seed: 7, rules: [{ ...rule, calls: 0, strikes: 0 }], log: [] });
  const statuses = [await ask("GET /v1/user"), await ask("GET /v1/user")].map((one) => one.status);
  expect(statuses).toEqual([503, 200]);
  expect((await admin("GET /_tome/faults")).body).toEqual({
    seed: 7,
    rules: [{ ...rule, calls: 2, strikes: 1 }],
    log: [{ call: 1, what: "getAuthenticatedUser", fault: "error", rule: "0" }],
  });
  const wrong = await admin("PUT /_tome/faults", { rules: [{ fault: "drop", operation: "x" }] });
  expect([wrong.status, getMessage(wrong)]).toEqual([
    400,
    "Unknown operation x in rules.0.operation.",
  ]);
  expect((await admin("DELETE /_tome/faults")).status).toBe(205);
  expect((await admin("DELETE /_tome/faults")).status).toBe(204);
  expect((await admin("GET /_tome/faults")).body).toEqual(none);
});

test("the latest requests are listed with suggestions, and cleared", async () => {
  const { ask, admin } = await start();
  await admin("DELETE /_tome/requests");
  await ask("GET /v1/user");
  await ask("GET /v1/usr");
  const list = async (query: string) => {
    const { body } = await admin(`GET /_tome/requests${query}`);
    return (body as { items: { path: string; nearMisses: string[] }[] }).items;
  };
  const [first, second] = await list("?limit=10");
  expect(first).toMatchObject({ path: "/v1/user", status: 200, nearMisses: [] });
  expect(second).toMatchObject({ path: "/v1/usr", status: 404 });
  expect(second?.nearMisses).toEqual(["GET /v1/user", "GET /v1/user/invitations"]);
  expect(await list("?misses=true")).toEqual([second]);
  expect((await list("?misses=false&limit=1")).map(({ path }) => path)).toEqual(["/v1/usr"]);
  expect((await admin("DELETE /_tome/requests")).status).toBe(205);
  expect((await list("?misses=true")).length).toBe(0);
});

test("the state has the digest and the numbers of rows, and the rows if requested", async () => {
  const { admin } = await start();
  const state = async (query = "") =>
    (await admin(`GET /_tome/state${query}`)).body as {
      now: string;
      digest: string;
      tables: Record<string, number>;
      rows?: Record<string, unknown[]>;
    };
  const { now, digest, tables, rows } = await state();
  expect([now, tables.organizations, rows]).toEqual(["2026-01-01T00:00:00.000Z", 1, undefined]);
  const whole = await state("?rows=true");
  expect(whole.digest).toBe(digest);
  expect(whole.rows?.organizations).toEqual([
    expect.objectContaining({ title: "My organization" }),
  ]);
});

slowTest("the state of settled data has the results of queued work", async () => {
  const { ask, admin } = await start();
  const { body: list } = await ask("GET /v1/orgs");
  const [{ id = "" } = {}] = (list as { items: { id: string }[] }).items;
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {} });
  const body = { source: { text } };
  expect((await ask(`PUT /v1/orgs/${id}/openapi/pets`, { body })).status).toBeLessThan(300);
  const { body: state } = await admin("GET /_tome/state?settled=true&rows=true");
  const { rows } = state as { rows: { specifications: unknown[]; jobs?: unknown[] } };
  expect(rows.specifications).toMatchObject([{ processing_state: "complete" }]);
});
