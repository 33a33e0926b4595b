import { describe, expect, test } from "vitest";
import type { WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { ApiError, NetworkError } from "../../../src/errors.ts";
import { canary, getClient, rejection } from "../../support/network/client.ts";
import { serve, serveRaw } from "../../support/network/loopback.ts";

test("bytes are unchanged, and the token is not sent, even to the same server", async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 0x1b]);
  const server = await serve((_seen, response) => response.end(bytes));
  const found = await getClient(server.url).download(`${server.url}/_download/x`);
  expect(Buffer.from(found).equals(bytes)).toBe(true);
  expect(JSON.stringify(server.seen)).not.toContain(canary);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test("redirects are followed to other servers without the token, up to a limit", async () => {
  const other = await serve((_seen, response) => response.end("there"));
  const server = await serve((seen, response) => {
    const location = seen.url === "/once" ? `${other.url}/x` : "/again";
    response.writeHead(302, { location }).end();
  });
  const client = getClient(server.url);
  expect(Buffer.from(await client.download(`${server.url}/once`)).toString()).toBe("there");
  expect(JSON.stringify(other.seen)).not.toContain(canary);
  expect(await rejection(client.download(`${server.url}/again`))).toBeInstanceOf(ApiError);
});

test("redirects to another origin are refused if only one origin is wanted", async () => {
  const other = await serve((_seen, response) => response.end("there"));
  const server = await serve((seen, response) => {
    if (seen.url === "/here") response.end("here");
    else response.writeHead(302, { location: seen.url === "/a" ? "/here" : other.url }).end();
  });
  const client = getClient(server.url);
  const one = { sameOrigin: true };
  expect(Buffer.from(await client.download(`${server.url}/a`, one)).toString()).toBe("here");
  expect(await rejection(client.download(`${server.url}/b`, one))).toMatchObject({
    message: expect.stringContaining("it leads to another origin"),
  });
  expect(other.seen).toEqual([]);
});

test("an error contains the server's message", async () => {
  const server = await serve((_seen, response) => {
    response.writeHead(410, { "content-type": "application/json", "x-request-id": "r1" });
    response.end(JSON.stringify({ error: { code: 410, message: "Its time is over." } }));
  });
  expect(await rejection(getClient(server.url).download(`${server.url}/x`))).toMatchObject({
    status: 410,
    message: "Its time is over.",
    requestId: "r1",
  });
});

test("an interrupted download is retried, and fails if it keeps breaking", async () => {
  const server = await serveRaw((socket, before) => {
    const whole = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";
    socket.end(before === 0 ? whole.slice(0, -2) : whole);
  });
  const client = getClient(server.url);
  expect(Buffer.from(await client.download(`${server.url}/x`)).toString()).toBe("hello");
  const broken = await serveRaw((socket) => socket.destroy());
  expect(await rejection(getClient(broken.url).download(`${broken.url}/x`))).toBeInstanceOf(
    NetworkError,
  );
});

test("a body above the limit is aborted", async () => {
  const server = await serve((_seen, response) => response.end("x".repeat(2000)));
  const client = getClient(server.url, { largestBody: 1000 });
  expect(await rejection(client.download(`${server.url}/x`))).toMatchObject({
    message: expect.stringContaining("1000 bytes"),
  });
});

test("a URL with another scheme is not followed", async () => {
  const server = await serve((_seen, response) => response.end());
  for (const address of ["file:///etc/passwd", "javascript:1", "//x", "ftp://127.0.0.1/x", ""]) {
    expect(await rejection(getClient(server.url).download(address))).toBeInstanceOf(ApiError);
  }
  expect(server.seen).toEqual([]);
});

describe.each([
  ["http", "http", true],
  ["http", "https", true],
  ["https", "https", true],
  ["https", "http", false],
] as const)("a redirect from %s to %s", (from, to, isFollowed) => {
  test.each([301, 302, 303, 307, 308])(
    `with %i is ${isFollowed ? "" : "not "}followed`,
    async (status) => {
      const asked: string[] = [];
      const transport = async ({ url }: WireRequest): Promise<WireResponse> => {
        asked.push(url);
        const isFirst = asked.length === 1;
        return isFirst
          ? { status, headers: { location: `${to}://other.example/file` }, body: "" }
          : { status: 200, headers: {}, body: "bytes" };
      };
      const client = getClient("https://tome.example", { transport });
      const downloaded = client.download(`${from}://tome.example/file`);
      if (isFollowed) expect(Buffer.from(await downloaded).toString()).toBe("bytes");
      else expect(await rejection(downloaded)).toBeInstanceOf(ApiError);
      expect(asked).toEqual([
        `${from}://tome.example/file`,
        ...(isFollowed ? [`${to}://other.example/file`] : []),
      ]);
    },
  );
});
