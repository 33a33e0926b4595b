import { expect, test } from "vitest";
import {
  buildChanges,
  type Endpoint,
  formatHelpSummary,
  getPathPrefix,
  isAudited,
  listPathNames,
  listRoutePrefixes,
  matchEndpoint,
  type Route,
  resolveLocation,
} from "../../src/contract/endpoint.ts";
import { optional, text } from "../../src/contract/fields.ts";

const build = (route: Route, more: object = {}) =>
  ({ operation: route, route, summary: "Sum", input: {}, ...more }) as Endpoint;

const me = build("GET /users/me");
const user = build("GET /users/{userId}");
const part = build("GET /users/{userId}/{part}");
const teams = build("GET /users/{userId}/teams");
const post = build("POST /users/me");

test.each<[string, string, Endpoint | undefined, object]>([
  ["GET", "/users/me", me, {}],
  ["GET", "/users/U1", user, { userId: "U1" }],
  ["GET", "/users/U1/teams", teams, { userId: "U1" }],
  ["GET", "/users/U1/x", part, { userId: "U1", part: "x" }],
  ["POST", "/users/me", post, {}],
  ["PUT", "/users/me", undefined, {}],
  ["GET", "/users/", undefined, {}],
  ["GET", "/users", undefined, {}],
  ["GET", "/teams/U1", undefined, {}],
  ["GET", "/users/U1/x/y", undefined, {}],
])("%s %s is matched", (method, path, endpoint, parameters) => {
  const expected = endpoint && { endpoint, parameters };
  const all = [part, teams, user, me, post];
  expect(matchEndpoint(all, method, path)).toEqual(expected);
  expect(matchEndpoint([...all].reverse(), method, path)).toEqual(expected);
});

test("prefixes have the first and the third segment", () => {
  expect([
    getPathPrefix([]),
    getPathPrefix(["orgs"]),
    getPathPrefix(["orgs", "O1"]),
    getPathPrefix(["orgs", "O1", "teams", "T1"]),
    getPathPrefix(["git", "a", "b"]),
    getPathPrefix(["ads", "a", "b"]),
  ]).toEqual(["", "orgs", "orgs/*", "orgs/*/teams", "git", "ads"]);
  expect(listRoutePrefixes([teams, me, user])).toEqual(["users/*", "users/*/teams"]);
});

test("fields are located in the path, a header, the query or the body", () => {
  const more = { inHeaders: { match: "if-match" }, inQuery: ["q"] };
  const locate = (route: Route) =>
    ["id", "match", "q", "other", "constructor"].map((name) =>
      resolveLocation(build(route, more), name),
    );
  const body = ["path", "header", "query", "body", "body"];
  const query = ["path", "header", "query", "query", "query"];
  expect(locate("POST /a/{id}")).toEqual(body);
  expect(locate("PUT /a/{id}")).toEqual(body);
  expect(locate("PATCH /a/{id}")).toEqual(body);
  expect(locate("GET /a/{id}")).toEqual(query);
  expect(locate("DELETE /a/{id}")).toEqual(query);
  expect(resolveLocation(build("POST /a"), "q")).toBe("body");
  expect(listPathNames(part)).toEqual(["userId", "part"]);
});

test.each<[Route, object, readonly string[]]>([
  ["PATCH /a/{id}", {}, ["title", "emoji"]],
  ["PUT /a/{id}", {}, ["title", "emoji"]],
  ["POST /a/{id}/move", {}, ["title", "emoji"]],
  ["POST /a/{id}", {}, []],
  ["POST /a/{id}/move/back", {}, []],
  ["DELETE /a/{id}", {}, []],
  ["PATCH /a/{id}", { emptyBody: {} }, []],
  ["PATCH /a/{id}", { inQuery: ["emoji"] }, ["title"]],
  ["PATCH /a/{id}", { input: { id: text(""), title: text(""), emoji: optional(text("")) } }, []],
])("%s with %j needs one of %j", (route, more, fields) => {
  const input = { id: text(""), title: optional(text("")), emoji: optional(text("")) };
  expect(buildChanges(build(route, { input, ...more }))).toEqual(fields);
});

test("writes are audited by default, and the help of a deprecated operation names its replacement", () => {
  expect([
    isAudited(me),
    isAudited(post),
    isAudited(build("POST /a", { unaudited: true })),
  ]).toEqual([false, true, false]);
  expect([
    formatHelpSummary(me),
    formatHelpSummary(build("GET /a", { deprecated: "use b" })),
  ]).toEqual(["Sum", "Sum (deprecated: use b)"]);
});
