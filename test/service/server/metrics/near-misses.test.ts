import { expect, test } from "vitest";
import type { Endpoint } from "../../../../src/contract/endpoint.ts";
import { group, text } from "../../../../src/contract/fields.ts";
import { findNearMisses } from "../../../../src/service/server/metrics/near-misses.ts";

const build = (route: string) => ({ route, input: {} }) as Endpoint;
const endpoints = [
  "GET /orgs/{organizationId}/spaces",
  "POST /orgs/{organizationId}/spaces",
  "GET /spaces/{spaceId}",
  "PATCH /spaces/{spaceId}",
  "DELETE /spaces/{spaceId}",
  "PUT /spaces/{spaceId}/icon",
  "GET /user",
].map(build);

const miss = (value: object) =>
  findNearMisses(value as Parameters<typeof findNearMisses>[0], async () => endpoints);

test.each<[string, readonly string[], readonly string[]]>([
  ["PUT", ["v1", "user"], ["GET /v1/user"]],
  ["GET", ["user"], ["GET /v1/user"]],
  ["GET", ["v1", "users"], ["GET /v1/user"]],
  ["GET", ["v1", "user", ""], ["GET /v1/user"]],
  ["GET", ["v1", "user", "x"], ["GET /v1/user"]],
  ["PUT", ["v1", "users", "x"], []],
  [
    "PUT",
    ["v1", "spaces", "S1"],
    ["GET /v1/spaces/{spaceId}", "PATCH /v1/spaces/{spaceId}", "DELETE /v1/spaces/{spaceId}"],
  ],
  [
    "PATCH",
    ["v1", "space", "S1"],
    ["PATCH /v1/spaces/{spaceId}", "GET /v1/spaces/{spaceId}", "DELETE /v1/spaces/{spaceId}"],
  ],
  ["GET", ["v1", "orgs", "O1", "other"], []],
  [
    "POST",
    ["v1", "orgs", "O1", "spaces"],
    ["POST /v1/orgs/{organizationId}/spaces", "GET /v1/orgs/{organizationId}/spaces"],
  ],
])("%s %j is near %j", async (method, parts, names) => {
  for (const status of [404, 405]) {
    expect(await miss({ method, parts, refused: { status } })).toEqual(names);
  }
  expect(await miss({ method, parts, refused: { status: 400 } })).toEqual([]);
  expect(await miss({ method, parts })).toEqual([]);
});

const input = { title: text(""), position: group({ before: text(""), after: text("") }, "") };

test.each([
  ["titel", ["title"]],
  ["TITLE", ["title"]],
  ["title", []],
  ["title.x", []],
  ["position", []],
  ["position.befor", ["position.before"]],
  ["position.before", []],
  ["constructor", []],
  ["zzz", []],
  [undefined, []],
])("the field %j is near %j", async (field, names) => {
  expect(await miss({ endpoint: { input }, refused: { status: 400, field } })).toEqual(names);
});
