/** The client as its callers see it: requests, dry runs, responses. */
import { expect, test } from "vitest";
import { unknown } from "zod/mini";
import { openClient } from "../../src/client/client.ts";
import * as collection from "../../src/contract/collection.ts";
import { endpoint } from "../../src/contract/endpoint.ts";
import { json } from "../../src/contract/fields.ts";
import * as ask from "../../src/contract/org-ask.ts";
import * as siteAuth from "../../src/contract/site-auth.ts";
import type { WireRequest } from "../../src/contract/wire.ts";
import { UsageError } from "../../src/errors.ts";
import { canary, getClient, rejection } from "../support/network/client.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const adopt = endpoint({
  summary: "Take in anything",
  operation: "adopt",
  route: "POST /things",
  input: { data: json(async () => unknown(), "Anything") },
});

test("a request carries the token, user agent and content type, and accepts plain JSON", async () => {
  const server = await serve((_, response) => answerJson(response, 201, { id: "c1" }));
  const input = { organizationId: "o1", title: "New" };
  const answer = await getClient(`${server.url}/v1/`).call(collection.create, input);
  expect(answer).toMatchObject({ status: 201, value: { id: "c1" } });
  expect(server.seen[0]).toMatchObject({
    method: "POST",
    url: "/v1/orgs/o1/collections",
    body: '{"title":"New"}',
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      "content-type": "application/json",
      "user-agent": "tome/test",
      authorization: `Bearer ${canary}`,
    },
  });
});

test("without a token there is no authorization header", async () => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  await getClient(server.url, { token: undefined }).call(collection.get, { collectionId: "c1" });
  expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
});

test("a base URL with a path is a prefix of every request", async () => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  await getClient(`${server.url}/docs/`).call(collection.get, { collectionId: "c1" });
  expect(server.seen[0]?.url).toBe("/docs/v1/collections/c1");
});

test("any function can be the transport", async () => {
  const requests: WireRequest[] = [];
  const client = openClient({
    baseUrl: "http://local.invalid",
    token: undefined,
    userAgent: "tome/test",
    transport: async (request) => {
      requests.push(request);
      return { status: 200, headers: { "content-type": "application/json" }, body: '{"id":"c1"}' };
    },
  });
  const answer = await client.call(collection.get, { collectionId: "c1" });
  expect(answer.value).toEqual({ id: "c1" });
  expect(requests[0]?.url).toBe("http://local.invalid/v1/collections/c1");
});

test("a dry run returns the request without the token, and sends nothing", async () => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  const client = getClient(server.url);
  const described = [
    client.describe(collection.create, { organizationId: "o1", title: "New" }),
    client.describe(collection.list, { organizationId: "o1", nested: false }),
    client.describeRaw({ method: "POST", path: "orgs", body: '{"a":1}' }),
    client.describeRaw({ method: "PUT", path: "/v1/orgs", body: "# text" }),
  ];
  expect(described).toMatchObject([
    { method: "POST", url: `${server.url}/v1/orgs/o1/collections`, body: { title: "New" } },
    { method: "GET", url: `${server.url}/v1/orgs/o1/collections?nested=false` },
    { method: "POST", url: `${server.url}/v1/orgs`, body: { a: 1 } },
    { method: "PUT", url: `${server.url}/v1/orgs`, body: "# text" },
  ]);
  expect(JSON.stringify(described)).not.toContain(canary);
  expect(server.seen).toEqual([]);
});

test("tome api gets the raw response, with the error that it means", async () => {
  const server = await serve((seen, response) => {
    if (seen.method === "GET") response.writeHead(200, { "content-type": "text/css" }).end("p {}");
    else answerJson(response, 409, { error: { code: 409, message: "Taken" } });
  });
  const client = getClient(server.url);
  expect(await client.send({ method: "GET", path: "/style" })).toMatchObject({
    status: 200,
    text: "p {}",
    problem: undefined,
  });
  expect(await client.send({ method: "POST", path: "/v1/orgs", body: "{}" })).toMatchObject({
    status: 409,
    problem: { status: 409, message: "Taken" },
  });
});

test("integers beyond 2^53 are sent unchanged", async () => {
  const server = await serve((_, response) => response.end('{"title":9007199254740993}'));
  const client = getClient(server.url);
  const { value } = await client.call(collection.get, { collectionId: "c1" });
  await client.call(adopt, { data: value });
  expect(server.seen[1]?.body).toBe('{"data":{"title":9007199254740993}}');
});

test("an input that cannot be part of the URL is refused before a request is sent", async () => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  const error = await rejection(
    getClient(server.url).call(collection.remove, { collectionId: ".." }),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(server.seen).toEqual([]);
});

test.each([false, true])(
  "secrets of responses and events are received, with URLs that give access if %s",
  async (receivesUrls) => {
    const urls = { downloadURL: "https://f.example/1" };
    const server = await serve(({ url }, response) => {
      if (!url.includes("/ask/")) return answerJson(response, 200, { privateKey: "k", ...urls });
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify({ type: "answer", ...urls })}\n\nevent: done\n\n`);
    });
    const received: unknown[] = [];
    const client = getClient(server.url, {
      receiveSecret: (one) => received.push(one),
      receivesUrls,
    });
    const site = { organizationId: "o1", siteId: "d1" };
    await client.call(siteAuth.get, site);
    for await (const _ of client.stream(ask.streamQuestions, { organizationId: "o1" })) {
      // Only the received secrets count.
    }
    const url = { name: "downloadURL", value: "https://f.example/1" };
    const key = { name: "privateKey", value: "k" };
    expect(received).toEqual(receivesUrls ? [key, url, url] : [key]);
  },
);

test("each warning of the platform is noted once", async () => {
  const notes: string[] = [];
  const warnings = ['299 - "Old."', '299 - "Old.", 299 - "New."', '110 - "Stale"', '299 - "New."'];
  const server = await serve((_, response, before) =>
    answerJson(response, 200, {}, { warning: warnings[before] ?? "" }),
  );
  const client = getClient(server.url, { note: (text) => void notes.push(text) });
  for (const _ of warnings) await client.send({ method: "GET", path: "/user" });
  expect(notes).toEqual(["Old.", "New."]);
});
