import { describe, expect, it } from "vitest";
import { endpoint } from "../../../../src/contract/endpoint.ts";
import { text } from "../../../../src/contract/fields.ts";
import type { HostRoute, PublicRoute } from "../../../../src/service/core/public-route.ts";
import { createRouteModule } from "../../../../src/service/core/route-module.ts";
import {
  createNoRouteError,
  createRouter,
  findEndpoint,
  type RouteMatch,
} from "../../../../src/service/server/pipeline/router.ts";

const input = { id: text("Id") };
const contract = {
  get: endpoint({ summary: "Get", operation: "get", route: "GET /things/{id}", input }),
  put: endpoint({ summary: "Put", operation: "put", route: "PUT /things/{id}", input }),
  open: endpoint({
    summary: "Open",
    operation: "open",
    route: "GET /open",
    input: {},
    anonymous: true,
  }),
};
const handler = async () => undefined;
const things = createRouteModule(contract, async () => ({
  get: handler,
  put: handler,
  open: handler,
}));
const incomplete = {
  ...createRouteModule(
    { lost: endpoint({ summary: "Lost", operation: "lost", route: "POST /lost", input: {} }) },
    async () => ({ lost: handler }),
  ),
  load: async () => ({}),
};

const load: PublicRoute["load"] = async () => async () => ({ status: 200, headers: {}, body: "" });
const publicRoutes: PublicRoute[] = [
  { route: "GET /healthz", access: "anyone", isProbe: true, load },
  { route: "POST /v1/hooks/{id}", access: "anyone", load },
  { route: "GET /session", access: "session", load },
  { route: "DELETE /v1/things/{id}", access: "admin", load },
];
const hostRoute: HostRoute = {
  isOwn: (hostname) => hostname === "docs.example.com",
  accepts: (method, parts) => method === "GET" && parts[0] !== "none",
  publicRoute: { route: "GET /{path}", access: "anyone", load },
};
const router = createRouter(
  [
    { prefix: "/v1", access: "user", modules: [things, incomplete] },
    { prefix: "/_tome", access: "admin", modules: [things] },
  ],
  publicRoutes,
  hostRoute,
);

/** The match in words. */
function describeMatch(match: RouteMatch | undefined): unknown {
  if (match === undefined) return undefined;
  if ("publicRoute" in match) return [match.publicRoute.route, { ...match.path }];
  if ("route" in match)
    return [match.route.endpoint.operation, match.route.access, { ...match.path }];
  return match;
}

const find = (method: string, path: string, base = "http://tome.localhost") =>
  router.find(method, { parts: path.slice(1).split("/"), base });

describe("createRouter", () => {
  it.each([
    ["GET", "/v1/things/a b", ["get", "user", { id: "a b" }]],
    ["HEAD", "/v1/things/a", ["get", "user", { id: "a" }]],
    ["PUT", "/v1/things/a", ["put", "user", { id: "a" }]],
    ["GET", "/_tome/things/a", ["get", "admin", { id: "a" }]],
    ["GET", "/v1/open", ["open", "anonymous", {}]],
    ["GET", "/_tome/open", ["open", "admin", {}]],
    ["POST", "/v1/hooks/h1", ["POST /v1/hooks/{id}", { id: "h1" }]],
    ["HEAD", "/healthz", ["GET /healthz", {}]],
    ["POST", "/v1/things/a", { allowed: ["GET", "HEAD", "PUT", "DELETE"], access: "admin" }],
    ["POST", "/_tome/things/a", { allowed: ["GET", "HEAD", "PUT"], access: "admin" }],
    ["GET", "/v1/lost", { allowed: ["POST"], access: "user" }],
    ["DELETE", "/v1/open", { allowed: ["GET", "HEAD"], access: "user" }],
    ["GET", "/v1/hooks/h1", { allowed: ["POST"], access: "user" }],
    ["POST", "/healthz", { allowed: ["GET", "HEAD"], access: "anyone" }],
    ["POST", "/session", { allowed: ["GET", "HEAD"], access: "user" }],
    ["GET", "/v1/nosuch", undefined],
    ["GET", "/v2/things/a", undefined],
    ["GET", "/v1/things/a/b", undefined],
    ["GET", "/", undefined],
  ])("finds the route of %s %s", async (method, path, match) => {
    expect(describeMatch(await find(method, path))).toEqual(match);
  });

  it.each([
    ["GET", "http://docs.example.com", ["GET /{path}", { path: "a/b" }]],
    ["HEAD", "https://Docs.Example.com:8443", ["GET /{path}", { path: "a/b" }]],
    ["POST", "http://docs.example.com", { allowed: ["GET", "HEAD"], access: "anyone" }],
    ["GET", "http://docs.example.com.evil", undefined],
  ])("serves the host of %s %s with its only route", async (method, base, match) => {
    expect(describeMatch(await find(method, "/a/b", base))).toEqual(match);
  });

  it("finds the endpoint of an operation only, and a missing handler is a bug", async () => {
    expect(findEndpoint(await find("GET", "/v1/things/a"))).toBe(contract.get);
    for (const path of ["/healthz", "/v1/lost", "/nosuch"]) {
      expect(findEndpoint(await find("GET", path))).toBe(undefined);
    }
    const match = await find("POST", "/v1/lost");
    if (match === undefined || !("route" in match)) throw new Error("There is no route.");
    await expect(match.route.handler()).rejects.toThrow("The operation lost has no handler.");
    expect(await match.route.preparation()).toBe(undefined);
  });
});

it.each([
  ["GET", "/v1/nosuch", "Not found: GET /v1/nosuch"],
  [
    "GET",
    "/v1/spaces/s1/content/path/a/b/",
    "Not found: GET /v1/spaces/s1/content/path/a/b/. Encode the path of the page as one segment: a%2Fb%2F",
  ],
  ["GET", "/v1/spaces/s1/content/path/a", "Not found: GET /v1/spaces/s1/content/path/a"],
  ["GET", "/v1/spaces/s1/content/path/a/", "Not found: GET /v1/spaces/s1/content/path/a/"],
  ["GET", "/v1/spaces/path/a/b", "Not found: GET /v1/spaces/path/a/b"],
  ["GET", "/v1/sites/s1/path/a/b", "Not found: GET /v1/sites/s1/path/a/b"],
])("the error for %s %s helps with paths of pages", (method, path, message) => {
  expect(createNoRouteError(method, path)).toMatchObject({ status: 404, message });
});
