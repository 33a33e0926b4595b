import { expect, test } from "vitest";
import type { WireRequest } from "../../../src/contract/wire.ts";
import type { PublicRoute } from "../../../src/service/core/public-route.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { parseAddress } from "../../../src/service/server/pipeline/request-url.ts";
import { createRouter } from "../../../src/service/server/pipeline/router.ts";
import { createPlatformRoutes } from "../../../src/service/server/platform-routes.ts";
import { createReadiness } from "../../../src/service/server/readiness.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const base = "http://127.0.0.1:4000";

/** Returns the information about the caller that it received. */
const told: PublicRoute["load"] = async () => async (asked) => ({
  status: 200,
  headers: {},
  body: JSON.stringify([asked.path, asked.query.get("key"), asked.base, asked.request.method]),
});

const router = createRouter(
  [],
  [
    { route: "GET /things/{thingId}/open", access: "anyone", load: told },
    { route: "POST /things/{thingId}/close", access: "user", load: told },
  ],
);

async function come(method: WireRequest["method"], target: string) {
  const { db, now } = await openWorkspace();
  const request = { method, url: base + target, headers: {} };
  const address = parseAddress(request.url);
  const found = await router.find(method, address);
  if (found === undefined || !("publicRoute" in found)) return found;
  const { publicRoute, path } = found;
  const query = new URLSearchParams(address.query);
  const answer = await publicRoute.load();
  const secretBox = openSecretBox(undefined);
  const asked = { db, secretBox, now, caller: "", base, path, query, request };
  return JSON.parse(String((await answer(asked)).body));
}

test("a public route gets the decoded parameters of its path, and the query", async () => {
  expect(await come("GET", "/things/a%20b/open?key=1")).toEqual([
    { thingId: "a b" },
    "1",
    base,
    "GET",
  ]);
  expect(await come("POST", "/things/a/close")).toEqual([{ thingId: "a" }, null, base, "POST"]);
});

test("HEAD uses the route of GET", async () => {
  expect(await come("HEAD", "/things/a/open")).toEqual([{ thingId: "a" }, null, base, "HEAD"]);
});

slowTest(
  "every other path is not found, and every other method lists the allowed ones",
  async () => {
    for (const path of ["/things/a", "/things/a/open/more", "/v1/orgs"]) {
      expect(await come("GET", path)).toBeUndefined();
    }
    const open = { allowed: ["GET", "HEAD"], access: "user" };
    const close = { allowed: ["POST"], access: "user" };
    expect(await come("POST", "/things/a/open")).toEqual(open);
    expect(await come("DELETE", "/things/a/open")).toEqual(open);
    expect(await come("GET", "/things/a/close")).toEqual(close);
  },
);

test("health and version need no token, and metrics the admin token unless they are public", async () => {
  const about = { version: "1", build: "b" };
  const answer = async () => ({ status: 200, headers: {}, body: "" });
  const check = createReadiness({ db: (await openWorkspace()).db, folder: undefined }).check;
  const getAccess = (open: boolean) =>
    Object.fromEntries(
      createPlatformRoutes(about, { check }, { open, answer }).map(({ route, access }) => [
        route,
        access,
      ]),
    );
  const always = {
    "GET /healthz": "anyone",
    "GET /readyz": "anyone",
    "GET /": "anyone",
    "GET /v1": "anyone",
    "GET /v1/": "anyone",
  };
  expect(getAccess(false)).toEqual({ ...always, "GET /metrics": "admin" });
  expect(getAccess(true)).toEqual({ ...always, "GET /metrics": "anyone" });
  expect(createPlatformRoutes(about, { check }).map(({ route }) => route)).toEqual(
    Object.keys(always),
  );
  const { ask } = await openTestPlatform({ version: "1.2.3", build: "b" });
  expect(await ask("GET /healthz", { token: null })).toMatchObject({
    ...{ status: 200, body: { status: "ok" } },
  });
  for (const path of ["/v1", "/v1/"]) {
    expect((await ask(`GET ${path}`, { token: null })).body).toEqual({
      version: "1.2.3",
      build: "b",
    });
  }
  expect((await ask("POST /healthz", { token: null })).status).toBe(405);
  expect((await ask("POST /metrics", { token: null })).status).toBe(401);
});
