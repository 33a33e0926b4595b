/** Lists: complete page by page, or failed. */
import { expect, test } from "vitest";
import type { ApiListPage } from "../../src/client/client.ts";
import * as collection from "../../src/contract/collection.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { canary, getClient, rejection } from "../support/network/client.ts";
import { answerJson, type Loopback, serve } from "../support/network/loopback.ts";

const inOrg = { organizationId: "o1" };

/** A list of one item per page: `pages` maps each token to its response, "" to the first one. */
function serveList(pages: Record<string, unknown>): Promise<Loopback> {
  return serve((seen, response) => {
    const token = new URL(seen.url, "http://x").searchParams.get("page") ?? "";
    const page = pages[token];
    if (page === undefined) answerJson(response, 500, {});
    else answerJson(response, 200, page);
  });
}

async function collect(pages: AsyncIterable<ApiListPage>): Promise<unknown[]> {
  const items = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

test("the pages of a list are followed to the end", async () => {
  const server = await serveList({
    "": { items: [{ id: "1" }], next: { page: "a/b&c" }, count: 3, more: true },
    "a/b&c": { items: [], next: { page: "3" } },
    "3": { items: [{ id: "2" }, { id: "3" }] },
  });
  const pages = getClient(server.url).pages(collection.list, { ...inOrg, nested: false });
  expect(await collect(pages)).toEqual([{ id: "1" }, { id: "2" }, { id: "3" }]);
  expect(server.seen.map((seen) => seen.url)).toEqual([
    "/v1/orgs/o1/collections?nested=false",
    "/v1/orgs/o1/collections?nested=false&page=a%2Fb%26c",
    "/v1/orgs/o1/collections?nested=false&page=3",
  ]);
});

test("a page keeps its count and unknown fields", async () => {
  const server = await serveList({ "": { items: [], count: 7, statistics: { x: 1 } } });
  for await (const page of getClient(server.url).pages(collection.list, inOrg))
    expect(page).toMatchObject({ count: 7, value: { statistics: { x: 1 } } });
});

test("a list starts at a token with a page size, and no page is prefetched", async () => {
  const server = await serveList({ t: { items: [{ id: "1" }], next: { page: "u" } } });
  const pages = getClient(server.url).pages(collection.list, inOrg, { from: "t", size: 200 });
  for await (const page of pages) {
    expect(page.next).toEqual({ page: "u" });
    break;
  }
  expect(server.seen.map((seen) => seen.url)).toEqual(["/v1/orgs/o1/collections?page=t&limit=200"]);
});

test("a list whose seventh page fails fails after the retries of that page", async () => {
  const pages: Record<string, unknown> = {};
  for (let page = 1; page < 7; page++)
    pages[page === 1 ? "" : page] = { items: [{ id: `${page}` }], next: { page: `${page + 1}` } };
  const server = await serveList(pages);
  const error = await rejection(collect(getClient(server.url).pages(collection.list, inOrg)));
  expect(error).toMatchObject({ name: "ApiError", status: 500 });
  expect(server.seen).toHaveLength(6 + 4);
});

test("a temporary failure of a page does not fail the list", async () => {
  const server = await serve((_, response, before) => {
    if (before === 0) answerJson(response, 200, { items: [{ id: "1" }], next: { page: "2" } });
    else if (before === 1) response.destroy();
    else answerJson(response, 200, { items: [{ id: "2" }] });
  });
  const items = await collect(getClient(server.url).pages(collection.list, inOrg));
  expect(items).toHaveLength(2);
});

test.each([
  [
    "the same token again",
    { "": { items: [], next: { page: "a" } }, a: { items: [], next: { page: "a" } } },
  ],
  [
    "a token of an earlier page",
    {
      "": { items: [], next: { page: "a" } },
      a: { items: [], next: { page: "b" } },
      b: { items: [], next: { page: "a" } },
    },
  ],
  ["no items", { "": { next: { page: "a" } } }],
  ["items that are no list", { "": { items: { "0": {} } } }],
  ["items that are no objects", { "": { items: [1] } }],
  ["a list instead of a page", { "": [] }],
  ["null", { "": null }],
  ["an end that is none", { "": { items: [], next: {} } }],
  ["an empty token", { "": { items: [], next: { page: "" } } }],
  ["a token that is a number", { "": { items: [], next: { page: 2 } } }],
  [
    "an item that moved from one page to the next",
    { "": { items: [{ id: "1" }, { id: "2" }], next: { page: "a" } }, a: { items: [{ id: "2" }] } },
  ],
])("a list with %s fails", async (_, pages) => {
  const server = await serveList(pages);
  const error = await rejection(collect(getClient(server.url).pages(collection.list, inOrg)));
  expect(error).toHaveProperty("name", "NetworkError");
  expect(server.seen.length).toBeLessThan(5);
});

test("a list started at a token detects a cycle", async () => {
  const server = await serveList({
    a: { items: [], next: { page: "b" } },
    b: { items: [], next: { page: "a" } },
  });
  const pages = getClient(server.url).pages(collection.list, inOrg, { from: "a" });
  expect(await rejection(collect(pages))).toHaveProperty("name", "NetworkError");
  expect(server.seen).toHaveLength(2);
});

slowTest("an endless list of empty pages is aborted", async () => {
  const server = await serve((_, response, before) =>
    answerJson(response, 200, { items: [], next: { page: `${before}` } }),
  );
  const pages = getClient(server.url).pages(collection.list, inOrg);
  expect(await rejection(collect(pages))).toHaveProperty("name", "NetworkError");
});

test("duplicate ids within a page do not indicate a change", async () => {
  const server = await serveList({
    "": { items: [{ id: "1" }, { id: "1" }], next: { page: "a" } },
    a: { items: [{ id: "1" }] },
  });
  expect(await collect(getClient(server.url).pages(collection.list, inOrg))).toHaveLength(3);
});

test("an empty next ends a list", async () => {
  const server = await serveList({ "": { items: [{ id: "1" }], next: null } });
  expect(await collect(getClient(server.url).pages(collection.list, inOrg))).toHaveLength(1);
});

test("the token is sent only to the same server, even if a page names another one", async () => {
  const other = await serve((_, response) => answerJson(response, 200, { items: [] }));
  const server = await serveList({
    "": { items: [], next: { page: `${other.url}/v1/orgs` } },
    [`${other.url}/v1/orgs`]: { items: [] },
  });
  await collect(getClient(server.url).pages(collection.list, inOrg));
  expect(other.seen).toEqual([]);
  expect(server.seen.every((seen) => seen.headers.authorization === `Bearer ${canary}`)).toBe(true);
});

test("tome api follows the pages of a list", async () => {
  const server = await serveList({
    "": { items: [{ id: "1" }], next: { page: "2" } },
    "2": { items: [{ id: "2" }] },
  });
  const pages = getClient(server.url).sendPages({ method: "POST", path: "/v1/things?limit=1" });
  expect(await collect(pages)).toHaveLength(2);
  expect(server.seen.map((seen) => `${seen.method} ${seen.url}`)).toEqual([
    "GET /v1/things?limit=1",
    "GET /v1/things?limit=1&page=2",
  ]);
});

slowTests.each([
  ["no items", ""],
  ["the same items without ids", '{"path":"a","size":9007199254740993}'],
  ["the same items with ids that repeat in a page", '{"id":"1"},{"id":"1"}'],
])("a list of endless new tokens and %s ends with an error", async (_, items) => {
  const server = await serve((_, response, before) => {
    response.setHeader("content-type", "application/json");
    response.end(`{"items":[${items}],"next":{"page":"${before + 1}"}}`);
  });
  const error = await rejection(collect(getClient(server.url).pages(collection.list, inOrg)));
  expect(error).toHaveProperty("name", "NetworkError");
  expect(error).toHaveProperty(
    "message",
    "The list does not end: 100 consecutive pages had no new items.",
  );
  expect(server.seen.length).toBeLessThan(110);
});

slowTest("pages without distinct ids are followed without a limit", async () => {
  const server = await serve((_, response, before) => {
    const next = before < 150 ? { next: { page: `${before + 1}` } } : {};
    answerJson(response, 200, { items: [{ path: `${before}` }], ...next });
  });
  const pages = getClient(server.url).pages(collection.list, inOrg);
  expect(await collect(pages)).toHaveLength(151);
});

test.each([[""], [7], [null], [undefined]])("a list that continues at %j fails", async (page) => {
  const server = await serveList({ "": { items: [{ id: "1" }], next: { page } } });
  const error = await rejection(collect(getClient(server.url).pages(collection.list, inOrg)));
  expect(error).toHaveProperty("message", expect.stringContaining("has no page token"));
  expect(server.seen).toHaveLength(1);
});
