/** Limits of requests per minute, over HTTP. */
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../src/service/listen.ts";
import type { RateSettings } from "../../../../src/service/server/pipeline/rate-limits.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { sender } from "../../../support/platforms/served.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start(rateLimits: RateSettings) {
  const workspace = await openWorkspace({ rateLimits });
  const server = await listen(workspace.service);
  onTestFinished(async () => {
    await server.close();
    await workspace.service.close();
  });
  const send = sender(server);
  const organization = await workspace.organization("Limited");
  const issue = async (to: string) =>
    issueToken(workspace.db, {
      user: await workspace.member(to, "admin"),
      label: "test",
      now: workspace.now,
    });
  const [one, other] = [await issue(organization), await issue(organization)];
  const get = (path: string, token: string) =>
    send(`GET /v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { workspace, organization, issue, get, send, one, other };
}

const counters = ({ headers }: { readonly headers: IncomingHttpHeaders }) => ({
  limit: headers["x-ratelimit-limit"],
  remaining: headers["x-ratelimit-remaining"],
});

describe("the limit of a token", () => {
  test("is counted in headers, refuses further requests, and does not affect other tokens", async () => {
    const { workspace, get, one, other } = await start({ token: 3 });
    expect(counters(await get("/user", one))).toEqual({ limit: "3", remaining: "2" });
    expect(counters(await get("/nothing", one))).toEqual({ limit: "3", remaining: "1" });
    expect((await get("/user", one)).status).toBe(200);
    const refused = await get("/user", one);
    expect(refused).toMatchObject({ status: 429 });
    expect(counters(refused)).toEqual({ limit: "3", remaining: "0" });
    const until = Number(refused.headers["x-ratelimit-reset"]) * 1000;
    const now = workspace.now.getTime();
    expect(until).toBeGreaterThan(now);
    expect(until).toBeLessThanOrEqual(now + 60_000);
    expect(Number(refused.headers["retry-after"])).toBe(Math.ceil((until - now) / 1000));
    expect(refused.body).toContain("The limit of 3 requests per minute of this token is exceeded.");
    expect((await get("/user", other)).status).toBe(200);
    workspace.time.now = new Date(until);
    expect((await get("/user", one)).status).toBe(200);
  });

  test("is not used by requests without a valid token, probes and the administration", async () => {
    const { get, send, one } = await start({ token: 1 });
    for (let count = 0; count < 3; count++) {
      expect((await get("/user", "tome_invalid")).status).toBe(401);
      expect((await send("GET /healthz")).status).toBe(200);
      expect((await send("GET /_tome/clock", { admin: true })).status).toBe(200);
    }
    expect((await get("/user", one)).status).toBe(200);
  });
});

test("requests of scripts count, although they are sent within the process", async () => {
  const { workspace, one } = await start({ token: 1 });
  const ask = (isFromScript: boolean) =>
    workspace.service.transport({
      method: "GET",
      url: "http://tome.localhost/v1/user",
      headers: { authorization: `Bearer ${one}` },
      ...(isFromScript && { isFromScript }),
    });
  expect((await ask(false)).status).toBe(200);
  expect((await ask(true)).status).toBe(200);
  expect((await ask(true)).status).toBe(429);
  expect((await ask(false)).status).toBe(200);
});

describe("the limit of an organization", () => {
  test("is shared by its tokens, for its spaces too", async () => {
    const { organization, get, one, other } = await start({ organization: 3 });
    const list = await get(`/orgs/${organization}/spaces`, one);
    expect(counters(list)).toEqual({ limit: "3", remaining: "2" });
    expect((await get(`/orgs/${organization}`, other)).status).toBe(200);
    expect((await get(`/orgs/${organization}/members`, other)).status).toBe(200);
    const refused = await get(`/orgs/${organization}`, one);
    expect(refused.status).toBe(429);
    expect(refused.body).toContain("of this organization is exceeded");
    // Requests without an organization are not counted.
    expect((await get("/user", one)).status).toBe(200);
  });

  slowTest("cannot be used up by users of other organizations", async () => {
    const { workspace, organization, issue, get, send, one } = await start({ organization: 2 });
    const stranger = await issue(await workspace.organization("Elsewhere"));
    for (const [request, status, json] of [
      ["GET ", 404],
      ["GET /nothing", 404],
      ["POST /invitation", 403],
      ["DELETE /invitation", 403],
      ["GET /spaces?limit=x", 400],
      ["POST /spaces", 400, { title: 1 }],
      ["DELETE /spaces", 405],
    ] as const) {
      const [method = "", path = ""] = request.split(" ");
      for (let count = 0; count < 3; count++) {
        const answer = await send(`${method} /v1/orgs/${organization}${path}`, {
          headers: { authorization: `Bearer ${stranger}` },
          ...(json && { json }),
        });
        expect([request, answer.status]).toEqual([request, status]);
      }
      const { remaining } = counters(await get(`/orgs/${organization}`, one));
      expect([request, remaining]).toEqual([request, "1"]);
      workspace.passDays(1);
    }
  });
});

test.each([
  [{ token: 5, organization: 3 }, "3"],
  [{ token: 3, organization: 5 }, "3"],
])(
  "with both limits %j, the headers have the one with the fewest requests left",
  async (limits, limit) => {
    const { organization, get, one, other } = await start(limits);
    const read = async (token: string) => counters(await get(`/orgs/${organization}`, token));
    expect(await read(one)).toEqual({ limit, remaining: "2" });
    expect(await read(one)).toEqual({ limit, remaining: "1" });
    // Of the organization, this token has used nothing alone.
    const isShared = limits.organization === 3;
    expect(await read(other)).toEqual({ limit, remaining: isShared ? "0" : "2" });
  },
);
