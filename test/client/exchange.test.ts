/** Requests to failing servers: retries and error messages. */
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { openTransport } from "../../src/client/transport/transport.ts";
import * as collection from "../../src/contract/collection.ts";
import { endpoint } from "../../src/contract/endpoint.ts";
import { id, text } from "../../src/contract/fields.ts";
import { ApiError, IncompleteError, NetworkError } from "../../src/errors.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { getClient, manualClock, rejection } from "../support/network/client.ts";
import { answerJson, closedPort, serve, serveRaw } from "../support/network/loopback.ts";

const put = endpoint({
  summary: "Write instructions",
  operation: "put",
  route: "PUT /orgs/{organizationId}/agent-instructions",
  input: { organizationId: id("org"), instructions: text("Markdown") },
});
const createByPut = endpoint({ ...put, once: true });

const there = { collectionId: "c1" };
const titled = { organizationId: "o1", title: "New" };
const written = { organizationId: "o1", instructions: "Be kind." };

/** Ways in which a connection ends without a complete response, after the request has arrived. */
const breaks: Record<string, (socket: Socket) => void> = {
  "a reset": (socket) => socket.resetAndDestroy(),
  "a close without an answer": (socket) => socket.end(),
  "half a header": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-"),
  "a body that is too short": (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"id":'),
  "a chunk that breaks off": (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n'),
  "a body that ends with the connection, halfway": (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"id":"c'),
  "something that is not HTTP": (socket) => socket.end("220 mail.example ESMTP\r\n"),
};

const whole = (socket: Socket) =>
  socket.end(
    'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"id":"c1"}',
  );

describe.each([
  ["the direct wire", false],
  ["the pool", true],
])("over %s", (_, many) => {
  const wired = (url: string, options = {}) =>
    getClient(url, { transport: openTransport({ many, environment: {} }), ...options });

  test.each(Object.keys(breaks))("a GET is retried after %s", async (name) => {
    const server = await serveRaw((socket, before) =>
      before < 2 ? breaks[name]?.(socket) : whole(socket),
    );
    const answer = await wired(server.url).call(collection.get, there);
    expect(answer.value).toEqual({ id: "c1" });
    expect(server.seen).toHaveLength(3);
  });

  test.each(Object.keys(breaks))("a PUT is retried after %s", async (name) => {
    const server = await serveRaw((socket, before) =>
      before === 0 ? breaks[name]?.(socket) : whole(socket),
    );
    await wired(server.url).call(put, written);
    expect(server.seen.map((seen) => seen.body)).toEqual(
      Array(2).fill('{"instructions":"Be kind."}'),
    );
  });

  test.each(Object.keys(breaks))(
    "a POST is sent once, with an unknown result, after %s",
    async (name) => {
      const server = await serveRaw((socket) => breaks[name]?.(socket));
      const error = await rejection(wired(server.url).call(collection.create, titled));
      expect(error).toBeInstanceOf(IncompleteError);
      expect(error).toMatchObject({ how: "unknown", hint: "tome api GET /orgs/o1/collections" });
      expect(server.seen).toHaveLength(1);
    },
  );

  test("a PUT that must happen once is not retried after a reset", async () => {
    const server = await serveRaw((socket) => socket.resetAndDestroy());
    const error = await rejection(wired(server.url).call(createByPut, written));
    expect(error).toMatchObject({ name: "IncompleteError", how: "unknown" });
    expect(server.seen).toHaveLength(1);
  });

  test("a GET that never gets a complete response is unavailable after its retries", async () => {
    const server = await serveRaw((socket) => socket.resetAndDestroy());
    const error = await rejection(wired(server.url, { retries: 2 }).call(collection.get, there));
    expect(error).toBeInstanceOf(NetworkError);
    expect(server.seen).toHaveLength(3);
  });

  test("a refused connection is retried even for a POST, and is certainly not executed", async () => {
    const clock = manualClock();
    const url = await closedPort();
    const error = await rejection(wired(url, { clock }).call(collection.create, titled));
    expect(error).toMatchObject({ name: "NetworkError", arrived: "no" });
    expect(error).toHaveProperty("message", expect.stringContaining("refused the connection"));
    expect(clock.waits).toHaveLength(3);
  });

  test("a response in several chunks is one response", async () => {
    const server = await serveRaw((socket) => {
      const bytes = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"id":"é€😀"}';
      const send = (rest: Buffer): void => {
        if (rest.length === 0) socket.end();
        else socket.write(rest.subarray(0, 1), () => setImmediate(send, rest.subarray(1)));
      };
      socket.setNoDelay(true);
      send(Buffer.from(bytes));
    });
    expect((await wired(server.url).call(collection.get, there)).value).toEqual({ id: "é€😀" });
  });

  slowTests.each<[string, (socket: Socket) => void]>([
    ["before its answer", () => {}],
    [
      "inside its answer",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
    ],
  ])("a server that stalls %s exceeds the deadline", async (_, answering) => {
    const server = await serveRaw(answering);
    const client = wired(server.url, { timeoutSeconds: 0.1, clock: undefined });
    const read = await rejection(client.call(collection.get, there));
    expect(read).toBeInstanceOf(NetworkError);
    expect(read).toHaveProperty("message", expect.stringContaining("within 0.1 seconds"));
    const write = await rejection(client.call(collection.create, titled));
    expect(write).toMatchObject({ name: "IncompleteError", how: "unknown" });
    // Neither is repeated; on a busy machine, the deadline can pass before the first one arrives.
    expect(server.seen.length).toBeLessThanOrEqual(2);
  });

  slowTest("a slow body does not outlive the deadline", async () => {
    const server = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[");
      const timer = setInterval(() => socket.write(" "), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const client = wired(server.url, { timeoutSeconds: 0.2, clock: undefined });
    expect(await rejection(client.call(collection.get, there))).toBeInstanceOf(NetworkError);
  });

  test("a body beyond the limit is not read, and not requested again", async () => {
    const server = await serve((_, response) => answerJson(response, 200, "x".repeat(5000)));
    const error = await rejection(
      wired(server.url, { largestBody: 4096 }).call(collection.get, there),
    );
    expect(error).toHaveProperty("message", expect.stringContaining("larger than 4096 bytes"));
    expect(server.seen).toHaveLength(1);
  });
});

test.each([500, 502, 503, 504])("a GET with status %i is retried", async (status) => {
  const server = await serve((_, response, before) =>
    before < 3 ? answerJson(response, status, {}) : answerJson(response, 200, { id: "c1" }),
  );
  await getClient(server.url).call(collection.get, there);
  expect(server.seen).toHaveLength(4);
});

test.each([500, 502, 503, 504])("a POST with status %i is sent once", async (status) => {
  const server = await serve((_, response) => answerJson(response, status, {}));
  const error = await rejection(getClient(server.url).call(collection.create, titled));
  expect(error).toMatchObject({ name: "ApiError", status });
  expect(error).toHaveProperty("hint", "tome api GET /orgs/o1/collections");
  expect(server.seen).toHaveLength(1);
});

test("a request refused with 429 waits for the server's time, regardless of the local clock", async () => {
  for (const serverClock of [-24, 0, 24]) {
    const clock = manualClock();
    const now = Math.floor(Date.now() / 1000) + serverClock * 3600;
    const server = await serve((_, response, before) => {
      const date = new Date(now * 1000).toUTCString();
      if (before === 0)
        answerJson(response, 429, {}, { date, "x-ratelimit-reset": String(now + 7) });
      else if (before === 1) answerJson(response, 429, {}, { date, "retry-after": "11" });
      else answerJson(response, 200, { id: "c1" });
    });
    await getClient(server.url, { clock }).call(collection.create, titled);
    expect(server.seen).toHaveLength(3);
    expect(clock.waits).toHaveLength(2);
    const [first = 0, second = 0] = clock.waits;
    expect(first).toBeGreaterThan(7000);
    expect(first).toBeLessThan(10_000);
    expect(second).toBeGreaterThan(11_000);
    expect(second).toBeLessThan(15_000);
  }
});

test("a wait beyond the deadline fails at once and states the retry time", async () => {
  const clock = manualClock();
  const server = await serve((_, response) =>
    answerJson(
      response,
      429,
      { error: { code: 429, message: "Slow down" } },
      { "retry-after": "90" },
    ),
  );
  const error = await rejection(getClient(server.url, { clock }).call(collection.get, there));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, message: "Slow down" });
  expect(error).toHaveProperty("hint", expect.stringContaining("in 90 seconds"));
  expect(clock.waits).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

test("waits and attempts share one deadline", async () => {
  const clock = manualClock();
  const server = await serve((_, response) =>
    answerJson(response, 429, {}, { "retry-after": "20" }),
  );
  const client = getClient(server.url, { clock, timeoutSeconds: 60, retries: 100 });
  expect(await rejection(client.call(collection.get, there))).toMatchObject({ status: 429 });
  expect(server.seen).toHaveLength(3);
});

test("a DELETE that was lost and then finds nothing may have been executed", async () => {
  const server = await serveRaw((socket, before) =>
    before === 0
      ? socket.resetAndDestroy()
      : socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"),
  );
  const error = await rejection(getClient(server.url).call(collection.remove, there));
  expect(error).toMatchObject({ name: "IncompleteError", how: "unknown" });
  expect(server.seen).toHaveLength(2);
});

test("retries can be turned off", async () => {
  const server = await serve((_, response) => answerJson(response, 503, {}));
  await rejection(getClient(server.url, { retries: 0 }).call(collection.get, there));
  expect(server.seen).toHaveLength(1);
});

test("the request id of an incomplete response is reported", async () => {
  const server = await serveRaw((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nx-request-id: req-77\r\ncontent-length: 9\r\n\r\n{"),
  );
  const error = await rejection(getClient(server.url).call(collection.get, there));
  expect(error).toHaveProperty("message", expect.stringContaining("req-77"));
});

describe("the encoding of a response", () => {
  const compressed = "The response is compressed, although no compression was requested.";
  test.each<readonly [number, string | undefined, string, string | undefined]>([
    [200, undefined, "{}", undefined],
    [200, "identity", "{}", undefined],
    [200, "gzip", "{}", compressed],
    [200, "br", "{}", compressed],
    [201, "gzip", "{}", compressed],
    // A proxy may announce an encoding for a response without a body.
    [200, "gzip", "", undefined],
    [204, "gzip", "", undefined],
  ])(
    "with the status %i and the encoding %s of the body %j",
    async (status, encoding, body, fault) => {
      const transport = async () => ({
        status,
        headers: {
          "content-type": "application/json",
          ...(encoding !== undefined && { "content-encoding": encoding }),
        },
        body: (async function* () {
          if (body !== "") yield Buffer.from(body);
        })(),
      });
      const client = getClient("https://tome.example", { transport, retries: 0 });
      const call = client.call(collection.get, there);
      if (fault === undefined) expect((await call).value).toEqual(body === "" ? undefined : {});
      else expect(await rejection(call)).toHaveProperty("message", `${fault} It was not read.`);
    },
  );
});
