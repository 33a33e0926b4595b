import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { type Served, serve } from "../../../support/platforms/served.ts";

async function plan({ send }: Served, rules: readonly object[]) {
  const set = await send("PUT /_tome/faults", { admin: true, json: { rules } });
  expect([set.status, set.body]).toEqual([200, expect.stringContaining('"rules"')]);
}

async function titles({ service }: Served) {
  const rows = await service.db.selectFrom("organizations").select("title").execute();
  return rows.map(({ title }) => title);
}

const post = { json: { title: "Mine" } };

test("an error has the platform's format, or the rule's, and the operation is executed or not", async () => {
  const served = await serve();
  await plan(served, [
    { fault: "error", status: 503, operation: "createOrganization", count: 1 },
    {
      fault: "error",
      status: 500,
      when: "after",
      body: { odd: true },
      headers: { "X-Odd": "1" },
      match: "POST /v1/orgs",
    },
    { fault: "error", status: 502, body: "Bad Gateway", match: "GET /v1/*" },
  ]);
  const before = await served.send("POST /v1/orgs", post);
  expect([before.status, JSON.parse(before.body).error.code]).toEqual([503, 503]);
  expect(before.headers["x-request-id"]).toBeDefined();
  expect(await titles(served)).toEqual(["My organization"]);
  const after = await served.send("POST /v1/orgs", post);
  expect([after.status, after.body, after.headers["x-odd"]]).toEqual([500, '{"odd":true}', "1"]);
  expect(await titles(served)).toEqual(["My organization", "Mine"]);
  const read = await served.send("GET /v1/user");
  expect([read.status, read.body, read.headers["content-type"]]).toEqual([
    502,
    "Bad Gateway",
    "text/plain; charset=utf-8",
  ]);
});

test("a rate limit has its end in seconds since 1970, and in Retry-After if requested", async () => {
  const realTime = () => Date.parse("2026-01-01T00:00:00.500Z");
  const served = await serve({ realTime });
  await plan(served, [
    { fault: "rate-limit", limit: 100, reset: "2s", retryAfter: true, count: 1 },
    { fault: "rate-limit" },
  ]);
  const first = await served.send("GET /v1/user");
  expect(first.status).toBe(429);
  expect(first.headers).toMatchObject({
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.parse("2026-01-01T00:00:03Z") / 1000),
    "retry-after": "3",
  });
  expect((await served.send("GET /v1/user")).headers["retry-after"]).toBeUndefined();
});

test("a dropped connection ends without a response, before or after the operation", async () => {
  const served = await serve();
  await plan(served, [
    { fault: "drop", count: 1 },
    { fault: "drop", when: "after" },
  ]);
  await expect(served.send("POST /v1/orgs", post)).rejects.toThrow(/hang up|ECONNRESET/);
  expect(await titles(served)).toEqual(["My organization"]);
  await expect(served.send("POST /v1/orgs", post)).rejects.toThrow(/hang up|ECONNRESET/);
  expect(await titles(served)).toEqual(["My organization", "Mine"]);
});

test("a truncated response ends early, a malformed one is not JSON, and an HTML page has status 200", async () => {
  const served = await serve();
  await plan(served, [
    { fault: "truncate", bytes: 5, count: 1 },
    { fault: "truncate", count: 1 },
    { fault: "malformed", count: 1 },
    { fault: "html" },
  ]);
  await expect(served.send("GET /v1/user")).rejects.toThrow(/aborted|ECONNRESET/);
  await expect(served.send("GET /v1/user")).rejects.toThrow(/aborted|ECONNRESET/);
  const malformed = await served.send("GET /v1/user");
  expect(malformed.status).toBe(200);
  expect(malformed.headers["content-type"]).toMatch(/^application\/json/);
  expect(() => JSON.parse(malformed.body)).toThrow(SyntaxError);
  const page = await served.send("POST /v1/orgs", post);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toMatch(/^text\/html/);
  expect(await titles(served)).toEqual(["My organization"]);
});

test("administration requests never fail, and can read, change and end the plan", async () => {
  const served = await serve();
  const { send } = served;
  await plan(served, [{ fault: "drop", name: "all" }]);
  await expect(send("GET /v1/user")).rejects.toThrow();
  expect((await send("GET /healthz")).status).toBe(200);
  const shown = JSON.parse((await send("GET /_tome/faults", { admin: true })).body);
  expect(shown).toEqual({
    seed: 1,
    rules: [{ fault: "drop", name: "all", calls: 1, strikes: 1 }],
    log: [{ call: 1, what: "getAuthenticatedUser", fault: "drop", rule: "all" }],
  });
  const wrong = { rules: [{ fault: "error", status: 1 }] };
  const refused = await send("PUT /_tome/faults", { admin: true, json: wrong });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("rules.0.status must be at least 200, not 1.");
  await expect(send("GET /v1/user")).rejects.toThrow();
  expect((await send("DELETE /_tome/faults", { admin: true })).status).toBe(205);
  expect((await send("DELETE /_tome/faults", { admin: true })).status).toBe(204);
  expect((await send("GET /v1/user")).status).toBe(200);
  expect((await send("GET /_tome/faults")).status).toBe(401);
});

slowTest("a delayed request does not delay the shutdown", async () => {
  const served = await serve();
  await plan(served, [{ fault: "delay", for: "1h" }]);
  const waiting = served.send("GET /v1/user");
  const ended = expect(waiting).rejects.toThrow(/hang up|ECONNRESET/);
  await expect.poll(() => served.service.instrumentation.faults()?.status().log.length).toBe(1);
  served.service.instrumentation.close();
  await ended;
});

slowTest("the request journal contains the operation, result and user, and no values", async () => {
  const served = await serve();
  const { send, server, service } = served;
  const secret = "hunter2-canary";
  await send("GET /v1/user?page=hunter2-canary");
  await send("POST /v1/orgs", { json: { title: secret } });
  await send("POST /v1/orgs", { json: { title: { a: secret } } });
  await send("POST /v1/orgs", { headers: { "content-type": secret }, body: "{}" });
  await send("POST /v1/orgs", { headers: { "content-type": "application/json" }, body: secret });
  await send(`GET /v1/${server.token}`);
  await send(`GET /_download/${secret}/pdf/x/y`);
  await send("GET /v1/user", { headers: { authorization: `Bearer ${secret}` } });
  await send("GET /healthz");
  await send("GET /healthz", { headers: { origin: `http://${secret}` } });
  const { body } = await send("GET /_tome/requests", { admin: true });
  const { owner } = await service.admin.beginning();
  const { items } = JSON.parse(body);
  expect(items.map((item: { status: number }) => item.status)).toEqual([
    200, 201, 400, 415, 400, 404, 404, 401, 403,
  ]);
  expect(items[1]).toMatchObject({
    method: "POST",
    path: "/v1/orgs",
    operation: "createOrganization",
    user: owner,
    fault: null,
    message: null,
    nearMisses: [],
  });
  expect(items[2].message).toBe("title must be a string …");
  expect(items[7].user).toBeNull();
  expect(items[8].message).toBe(
    "Web pages can send only API requests with a token. Send no Origin header.",
  );
  expect(body).not.toContain("hunter2");
  expect(body).not.toContain(server.token);
  expect((await send("DELETE /_tome/requests", { admin: true })).status).toBe(205);
  expect(JSON.parse((await send("GET /_tome/requests", { admin: true })).body).items).toEqual([]);
});

slowTest("an unknown request gets suggestions", async () => {
  const { send } = await serve();
  await send("GET /v1/org");
  await send("GET /orgs");
  await send("PUT /v1/orgs");
  await send("POST /v1/orgs", { json: { titel: "x" } });
  await send("GET /v1/orgs?limti=1");
  await send("POST /v1/orgs", { json: { title: 1 } });
  await send("GET /v1/something/else/entirely/different/and/long");
  const { body } = await send("GET /_tome/requests", { admin: true });
  const misses = JSON.parse(body).items.map((item: { nearMisses: string[] }) => item.nearMisses);
  expect(misses.map(([first]: string[]) => first)).toEqual([
    "GET /v1/orgs",
    "GET /v1/orgs",
    "GET /v1/orgs",
    "title",
    // An unknown query field is only a warning.
    undefined,
    undefined,
    undefined,
  ]);
  const few = await send("GET /_tome/requests?misses=true&limit=2", { admin: true });
  expect(JSON.parse(few.body).items.map((item: { path: string }) => item.path)).toEqual([
    "/v1/orgs",
    "/v1/orgs",
  ]);
});

slowTest("the state is the same after reads, and another after a change", async () => {
  const { send, server } = await serve();
  const state = async (query = "") =>
    JSON.parse((await send(`GET /_tome/state${query}`, { admin: true })).body);
  const before = await state("?rows=true&settled=true");
  expect(before.tables).toMatchObject({ organizations: 1, users: 1 });
  expect(before.rows.organizations[0].title).toBe("My organization");
  await send("GET /v1/user");
  await send("POST /v1/orgs", { json: {} });
  expect((await state()).digest).toBe(before.digest);
  await send("POST /v1/orgs", post);
  const after = await state("?rows=true");
  expect(after.digest).not.toBe(before.digest);
  expect(JSON.stringify(after)).not.toContain(server.token);
  expect(JSON.stringify(after.rows.tokens)).not.toContain("hash");
});
