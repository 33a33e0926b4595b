/** Requests built from an endpoint and its input, or from tome api. */
import { expect, test } from "vitest";
import { readBase } from "../../src/client/address.ts";
import { buildRequest, requestByHand } from "../../src/client/request.ts";
import * as collection from "../../src/contract/collection.ts";
import { endpoint } from "../../src/contract/endpoint.ts";
import { boolean, id, integer, list, nullable, optional, text } from "../../src/contract/fields.ts";
import { UsageError } from "../../src/errors.ts";

const base = readBase("https://api.example.com/v1");

const search = endpoint({
  summary: "Search pages",
  operation: "search",
  route: "GET /spaces/{spaceId}/search",
  input: {
    spaceId: id("space"),
    query: text("Words"),
    authors: optional(list(id("user"), "Authors")),
    exact: optional(boolean("Exact")),
    limit: optional(integer("Items in a page")),
  },
});

const change = endpoint({
  summary: "Change a space",
  operation: "change",
  route: "PATCH /spaces/{spaceId}",
  input: {
    spaceId: id("space"),
    title: optional(text("Title")),
    parent: optional(nullable(id("collection"))),
  },
});

test("a list in a query repeats its name, and booleans and numbers are text", () => {
  const input = { spaceId: "s1", query: "a & b", authors: ["u1", "u2"], exact: false, limit: 5 };
  expect(buildRequest(search, input, base).url.href).toBe(
    "https://api.example.com/v1/spaces/s1/search?query=a+%26+b&authors=u1&authors=u2&exact=false&limit=5",
  );
});

test("body fields keep nulls and omit missing values", () => {
  const request = buildRequest(change, { spaceId: "s1", parent: null }, base);
  expect(request.body).toEqual({ value: { parent: null } });
  expect(request.headers).toEqual({ "content-type": "application/json" });
});

test("an operation without body fields sends no body and no content type", () => {
  const request = buildRequest(collection.get, { collectionId: "c1" }, base);
  expect(request.body).toBeUndefined();
  expect(request.headers).toEqual({});
});

test.each([
  ["a/b", "a%2Fb"],
  ["a b?c#d", "a%20b%3Fc%23d"],
  ["..a", "..a"],
  ["é", "%C3%A9"],
  ["{spaceId}$&", "%7BspaceId%7D%24%26"],
])("the id %s stays one path segment", (value, encoded) => {
  expect(buildRequest(collection.get, { collectionId: value }, base).url.href).toBe(
    `https://api.example.com/v1/collections/${encoded}`,
  );
});

test.each(["", ".", "..", "\ud800"])("the id %j cannot be part of a path", (value) => {
  expect(() => buildRequest(collection.get, { collectionId: value }, base)).toThrow(
    /The field collectionId is part of the URL/,
  );
});

test("a write names the resource to check", () => {
  const inOrg = { organizationId: "o1" };
  const there = { collectionId: "c1" };
  expect(buildRequest(collection.create, inOrg, base).check).toBe("/orgs/o1/collections");
  expect(buildRequest(collection.move, there, base).check).toBe("/collections/c1");
  expect(buildRequest(collection.remove, there, base).check).toBe("/collections/c1");
});

test.each(["/orgs", "orgs", "/v1/orgs"])("a path of tome api is below the base URL: %s", (path) => {
  const request = requestByHand({ method: "GET", path }, base);
  expect(request.url.href).toBe("https://api.example.com/v1/orgs");
});

test("the query of the path and further fields are both sent", () => {
  const query = { page: "b c", id: ["1", "2"] };
  expect(requestByHand({ method: "GET", path: "/orgs?limit=3", query }, base).url.search).toBe(
    "?limit=3&page=b+c&id=1&id=2",
  );
});

test.each([
  "https://evil.example/orgs",
  "//evil.example/orgs",
  "\\\\evil.example",
  "/../admin",
  "/v1/../../x",
  "/a\nb",
  "javascript:x",
])("a path of tome api cannot lead to another host: %j", (path) => {
  expect(() => requestByHand({ method: "GET", path }, base)).toThrow(UsageError);
});

test("a custom header replaces the content type in any case", () => {
  const headers = { "Content-Type": "text/markdown", "X-Thing": "1" };
  const request = requestByHand({ method: "POST", path: "/orgs", body: "# a", headers }, base);
  expect(request.headers).toEqual({ "content-type": "text/markdown", "x-thing": "1" });
});

test.each([
  { Authorization: "Bearer hunter2" },
  { host: "evil.example hunter2" },
  { "x-a": "hunter2\r\nx-b: 1" },
  { "x-a": "hunter2é" },
  { "x a": "hunter2" },
])("the header %j is refused without printing its value", (headers) => {
  const build = () => requestByHand({ method: "GET", path: "/orgs", headers }, base);
  expect(build).toThrow(UsageError);
  expect(build).not.toThrow(/hunter2/);
});

const reserved = [
  "authorization",
  "proxy-authorization",
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
];
test.each(reserved.flatMap((name) => [name, name.toUpperCase()]))(
  "the header %s, which tome sets, is refused",
  (name) => {
    const build = () => requestByHand({ method: "GET", path: "/", headers: { [name]: "1" } }, base);
    expect(build).toThrow(`The header ${name.toLowerCase()} is set by tome and cannot be changed.`);
  },
);
