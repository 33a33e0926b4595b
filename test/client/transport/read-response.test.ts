/** Responses: tolerant of new fields, strict about responses that are not from the API. */
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { toProblem } from "../../../src/client/transport/read-response.ts";
import * as collection from "../../../src/contract/collection.ts";
import { ApiError, NetworkError } from "../../../src/errors.ts";
import { canary, getClient, rejection } from "../../support/network/client.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const there = { collectionId: "c1" };

const get = async (answering: (response: ServerResponse) => void) => {
  const server = await serve((_, response) => answering(response));
  return getClient(server.url).call(collection.get, there);
};

test("unknown fields, unknown enum values and large integers are preserved", async () => {
  const text = '{"id":"c1","object":"new-thing","extra":{"n":9007199254740993},"title":null}';
  const answer = await get((response) => {
    response.writeHead(200, { "content-type": "application/vnd.thing+json; charset=utf-8" });
    response.end(text);
  });
  expect(answer.value).toEqual({
    id: "c1",
    object: "new-thing",
    extra: { n: 9007199254740993n },
    title: null,
  });
});

test.each([200, 201, 203, 204, 205, 299])("an empty response %i is a success", async (status) => {
  const server = await serve((_, response) =>
    response.writeHead(status, { "x-request-id": "r1" }).end(),
  );
  const answer = await getClient(server.url).call(collection.remove, there);
  expect(answer).toMatchObject({ status, value: undefined, requestId: "r1" });
});

test("a response without a content type is read as JSON", async () => {
  expect((await get((response) => response.end("\uFEFF{}"))).value).toEqual({});
});

test.each([
  ["text/html", "<html><style>p{}</style><h1>Log in\nfirst</h1></html>", "Log in first"],
  ["text/plain", "{}", "{}"],
  ["application/octet-stream", "\u0007\u001b[2Jx", "[2Jx"],
])(
  "a response of type %s is not from the API, and the message shows its beginning",
  async (type, text, shown) => {
    const error = await rejection(
      get((response) => response.writeHead(200, { "content-type": type }).end(text)),
    );
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toHaveProperty("message", expect.stringContaining(type));
    expect(error).toHaveProperty("message", expect.stringMatching(/starting with: /));
    expect(error).toHaveProperty("message", expect.stringContaining(shown));
  },
);

test("an HTML page in response to a write leaves the result unknown", async () => {
  const server = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>"),
  );
  const error = await rejection(
    getClient(server.url).call(collection.create, { organizationId: "o" }),
  );
  expect(error).toMatchObject({ name: "IncompleteError", how: "unknown" });
  expect(server.seen).toHaveLength(1);
});

test.each([
  ["a member with two values", '{"id":"c1","id":"c2"}', /"id" is a duplicate/],
  ["values nested too deep", `${"[".repeat(2000)}${"]".repeat(2000)}`, /nested deeper/],
])("a response with %s is refused and not requested again", async (_, text, rule) => {
  const server = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "r9" }).end(text),
  );
  const error = await rejection(getClient(server.url).call(collection.get, there));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toHaveProperty("message", expect.stringMatching(rule));
  expect(error).toHaveProperty("message", expect.stringContaining("r9"));
  expect(server.seen).toHaveLength(1);
});

test.each([
  ["bytes that are not UTF-8", {}, Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
  ["a compressed body", { "content-encoding": "gzip" }, Buffer.from("{}"), /compressed/],
])("a response with %s is refused", async (_, headers, body, rule) => {
  const error = await rejection(
    get((response) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(body),
    ),
  );
  expect(error).toHaveProperty("message", expect.stringMatching(rule));
});

test.each([400, 403, 404, 409, 412, 422, 418])(
  "an error response %i has the message of the API and the request id",
  async (status) => {
    const error = await rejection(
      get((response) =>
        answerJson(
          response,
          status,
          { error: { code: status, message: "Not like this" } },
          { "x-request-id": "r1" },
        ),
      ),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, message: "Not like this", requestId: "r1" });
  },
);

test("a 401 suggests a login", async () => {
  const error = await rejection(get((response) => answerJson(response, 401, {})));
  expect(error).toMatchObject({ status: 401, hint: "tome auth login" });
});

test.each([
  ["", "403 Forbidden."],
  ["<html><h1>Access denied</h1></html>", "403 Forbidden: Access denied"],
  ["[]", "403 Forbidden: []"],
  ['{"error":{"message":7}}', '403 Forbidden: {"error":{"message":7}}'],
  ['{"error":{"message":""}}', '403 Forbidden: {"error":{"message":""}}'],
  ['{"message":"No entry"}', "No entry"],
  ['{"error":"No entry"}', "No entry"],
  ['{"__proto__":{"error":"x"}}', '403 Forbidden: {"__proto__":{"error":"x"}}'],
  ["y".repeat(5000), `403 Forbidden: ${"y".repeat(120)}…`],
])("an error response with the body %.40j is still an error", async (text, message) => {
  const error = await rejection(get((response) => response.writeHead(403).end(text)));
  expect(error).toMatchObject({ status: 403, message });
});

test("a token repeated in an error response is not in the message", async () => {
  for (const echo of [canary, encodeURIComponent(canary), Buffer.from(canary).toString("base64")]) {
    for (const body of [JSON.stringify({ error: { message: `bad ${echo}` } }), `bad ${echo}`]) {
      const error = await rejection(get((response) => response.writeHead(401).end(body)));
      expect(error).toHaveProperty("message", expect.stringContaining("bad [removed]"));
    }
  }
});

test("an error whose body never ends is reported by its status", async () => {
  const server = await serve((_, response) => {
    response.writeHead(403, { "content-type": "text/plain", "x-request-id": "r1" });
    const more = () => {
      while (!response.destroyed && response.write("No. ".repeat(16_384)));
    };
    response.on("drain", more);
    more();
  });
  const error = await rejection(getClient(server.url).call(collection.get, there));
  expect(error).toMatchObject({ name: "ApiError", status: 403, requestId: "r1" });
});

test.each([300, 304, 305, 399])("a response %i is not a success", async (status) => {
  const error = await rejection(get((response) => response.writeHead(status).end()));
  expect(error).toMatchObject({ name: "ApiError", status });
});

test("an error of a read suggests no command to check the result, and an error of a write does", async () => {
  const server = await serve((_, response) => answerJson(response, 500, {}));
  const client = getClient(server.url);
  const reading = await rejection(client.call(collection.get, there));
  expect(reading).toMatchObject({ status: 500, hint: undefined });
  const writing = await rejection(client.call(collection.update, { ...there, title: "New" }));
  expect(writing).toMatchObject({ status: 500, hint: expect.stringMatching(/^tome api GET /) });
});

test.each([429, 503])("an error %i with a time states when to retry", async (status) => {
  const server = await serve((_, response) =>
    answerJson(response, status, {}, { "retry-after": "3600" }),
  );
  const error = await rejection(getClient(server.url).call(collection.get, there));
  expect(error).toHaveProperty("hint", expect.stringContaining("in 3600 seconds"));
});

test.each([
  ["tome site publish Docs", "tome site publish Docs"],
  ["tome git connect S1 --repo <url>", "tome git connect S1 --repo <url>"],
  ["tome space delete Docs --yes", undefined],
  ["tome space delete Docs -y", undefined],
  ["tome space delete Docs --yes=true", undefined],
  ["tome auth login --base-url=https://example.com", undefined],
  ["tome auth login --base-url example.com", undefined],
  ["tome config set base-url example.com", undefined],
  ["tome site create --profile other", undefined],
  ["tome api https://example.com/orgs", undefined],
  ["tome version >.bashrc", undefined],
  ["tome version > .bashrc", undefined],
  ["tome version <.bashrc", undefined],
  ["tome version; rm file", undefined],
  ["tome version $(rm file)", undefined],
  ["tome version `rm file`", undefined],
  ["tome version | sh", undefined],
  ["tome version & rm file", undefined],
  ["curl https://example.com", undefined],
  ["tome", undefined],
  [`tome ${"a".repeat(500)}`, undefined],
])("of the suggestions of a server, %s is shown as %s", async (hint, shown) => {
  const server = await serve((_, response) => {
    response.setHeader("tome-hint", hint);
    answerJson(response, 409, { error: { code: 409, message: "It exists." } });
  });
  const client = getClient(server.url);
  const error = await rejection(client.call(collection.get, there));
  expect(error).toMatchObject({ status: 409, message: "It exists.", hint: shown });
});

test("a suggestion that repeats the token does not contain it", async () => {
  const token = "canary-8d1f-token";
  const server = await serve((_, response) => {
    response.setHeader("tome-hint", `tome api /${token}`);
    answerJson(response, 409, { error: { code: 409, message: "It exists." } });
  });
  const error = await rejection(getClient(server.url, { token }).call(collection.get, there));
  expect(error).toMatchObject({ hint: expect.stringMatching(/^tome api \/(?!canary)/) });
});

test.each<[number, string, Record<string, string>, string | undefined]>([
  [401, "GET", {}, "tome auth login"],
  [401, "GET", { "tome-hint": "tome auth switch local" }, "tome auth switch local"],
  [
    429,
    "GET",
    { "retry-after": "0" },
    "Run the command again now, or allow more time with --timeout 60.",
  ],
  [
    429,
    "POST",
    { "retry-after": "10" },
    "Run the command again in 10 seconds, or allow more time with --timeout 80.",
  ],
  [
    503,
    "GET",
    { "retry-after": "10" },
    "Run the command again in 10 seconds, or allow more time with --timeout 80.",
  ],
  [503, "GET", {}, undefined],
  [503, "POST", {}, "tome api GET /orgs/a"],
  [500, "POST", { "retry-after": "10" }, "tome api GET /orgs/a"],
  [500, "GET", { "retry-after": "10" }, undefined],
  [501, "POST", {}, undefined],
  [499, "POST", {}, undefined],
  [400, "POST", { "retry-after": "10" }, undefined],
  [502, "HEAD", {}, undefined],
])("the hint of %i in response to %s with %j", async (status, method, headers, hint) => {
  const error = await toProblem(
    { method: method as "GET", once: false, check: "/orgs/a" },
    { status, headers, text: " ", url: new URL("https://api.example/v1/orgs/a") },
    (text) => text,
  );
  expect(error.hint).toBe(hint);
});

test("a hint of 500 characters is shown, and a request id is cleaned", async () => {
  const hint = `tome ${"a".repeat(495)}`;
  const answer = { status: 404, text: "", url: new URL("https://api.example/v1") };
  const request = { method: "GET", once: false, check: "/" } as const;
  const headers = { "tome-hint": hint, "x-request-id": "id-secret" };
  const error = await toProblem(request, { ...answer, headers }, (text) =>
    text.replace("secret", "x"),
  );
  expect([error.hint, error.requestId]).toEqual([hint, "id-x"]);
});

test.each([
  ["0", "now", 60],
  ["0.2", "in 1 seconds", 62],
  ["1.5", "in 2 seconds", 64],
  ["30", "in 30 seconds", 120],
])("after %s seconds, the command can be run again %s", async (after, when, limit) => {
  const answer = { status: 503, text: "", url: new URL("https://api.example/v1") };
  const request = { method: "GET", once: false, check: "/" } as const;
  const headers = { "retry-after": after };
  const { hint } = await toProblem(request, { ...answer, headers }, (text) => text);
  expect(hint).toBe(`Run the command again ${when}, or allow more time with --timeout ${limit}.`);
});
