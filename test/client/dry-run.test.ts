/** Requests that a dry run sends, and the one at which it ends. */
import { describe, expect, test } from "vitest";
import { type ApiClient, openClient } from "../../src/client/client.ts";
import {
  createDescribingClient,
  createReadOnlyClient,
  DescribedError,
} from "../../src/client/dry-run.ts";
import * as collection from "../../src/contract/collection.ts";
import * as siteAsk from "../../src/contract/site-ask.ts";
import * as siteContent from "../../src/contract/site-content.ts";
import { rejection } from "../support/network/client.ts";

function described() {
  const sent: string[] = [];
  const client = openClient({
    baseUrl: "http://local.invalid",
    token: undefined,
    userAgent: "tome/test",
    transport: async ({ method }) => {
      sent.push(method);
      return { status: 200, headers: { "content-type": "application/json" }, body: '{"id":"c1"}' };
    },
  });
  return { client: createDescribingClient(client), sent };
}

const update = {
  method: "PATCH",
  url: "http://local.invalid/v1/collections/c1",
  headers: { "content-type": "application/json" },
};

test("a write is printed and not sent", async () => {
  const { client, sent } = described();
  const error = await rejection(
    client.call(collection.update, { collectionId: "c1", title: "New" }),
  );
  expect(error).toBeInstanceOf(DescribedError);
  expect(error).toHaveProperty("request", { ...update, body: { title: "New" } });
  const byHand = await rejection(
    client.send({ method: "PATCH", path: "/collections/c1", body: '{"title":"New"}' }),
  );
  expect(byHand).toHaveProperty("request", { ...update, body: { title: "New" } });
  expect(sent).toEqual([]);
});

test("a read is sent, unless it is the requested operation", async () => {
  const { client, sent } = described();
  const input = { collectionId: "c1" };
  expect((await client.call(collection.get, input)).value).toEqual({ id: "c1" });
  expect((await client.send({ method: "GET", path: "/collections/c1" })).status).toBe(200);
  expect(sent).toEqual(["GET", "GET"]);
  expect(() => client.announce(collection.get, input)).toThrow(DescribedError);
  expect(() => client.announceRaw({ method: "GET", path: "/collections/c1" })).toThrow(
    DescribedError,
  );
  expect(sent).toEqual(["GET", "GET"]);
});

/** A client of a platform that sends this body, and the methods of its requests. */
function openRecorded(body: string, type = "application/json") {
  const sent: string[] = [];
  const client = openClient({
    baseUrl: "http://local.invalid",
    token: undefined,
    userAgent: "tome/test",
    transport: async ({ method }) => {
      sent.push(method);
      const stream = (async function* () {
        yield Buffer.from(body);
      })();
      return { status: 200, headers: { "content-type": type }, body: stream };
    },
  });
  return { client, sent };
}

async function toArray(items: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const input = { collectionId: "c1" };
const changed = { ...input, title: "New" };
const site = { organizationId: "o1", siteId: "s1" };
const question = { ...site, question: "How?", scope: { mode: "all" as const } };
const path = "/collections/c1";

/** All ways to send a request, with the method of those that change nothing. */
const ways: readonly (readonly [string, string, (client: ApiClient) => Promise<unknown>])[] = [
  ["a read", "GET", (client) => client.call(collection.get, input)],
  ["a list", "GET", (client) => toArray(client.pages(collection.list, { organizationId: "o1" }))],
  ["a search", "POST", (client) => client.call(siteContent.search, { ...site, query: "a" })],
  ["a question", "POST", (client) => toArray(client.stream(siteAsk.ask, question))],
  ["a read by hand", "GET", (client) => client.send({ method: "GET", path })],
  ["a head by hand", "HEAD", (client) => client.send({ method: "HEAD", path })],
  ["a write", "", (client) => client.call(collection.update, changed)],
  ["a streamed write", "", (client) => toArray(client.stream(collection.update, changed))],
  ["a deletion", "", (client) => client.call(collection.remove, input)],
  ["a write by hand", "", (client) => client.send({ method: "PUT", path, body: "{}" })],
  ["a deletion by hand", "", (client) => client.send({ method: "DELETE", path })],
];

describe.each([
  ["describes writes", createDescribingClient],
  ["only reads", createReadOnlyClient],
] as const)("a client that %s", (_, create) => {
  test.each(ways)("handles %s with the method %j", async (name, method, run) => {
    const isStream = name === "a question";
    const own = openRecorded('{"items":[]}');
    const reader = isStream
      ? openRecorded("event: done\n\n", "text/event-stream")
      : openRecorded('{"id":"c1"}');
    const result = run(create(own.client, async () => reader.client));
    if (method === "") expect(await rejection(result)).toBeInstanceOf(DescribedError);
    else await result;
    // Pages are read by the client itself.
    const sent = [...own.sent, ...reader.sent];
    expect(sent).toEqual(method === "" ? [] : [method]);
    expect(own.sent).toEqual(name === "a list" ? ["GET"] : []);
  });
});
