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

/** All sequences of schemes with this length. */
function listChains(length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return listChains(length - 1).flatMap((chain) =>
    ["http", "https"].map((scheme) => [...chain, scheme]),
  );
}

test.each([3, 4].flatMap(listChains).map((chain) => [chain.join(" to "), chain] as const))(
  "redirects from %s are followed until they leave https",
  async (_, chain) => {
    const asked: string[] = [];
    const transport = async ({ url }: WireRequest): Promise<WireResponse> => {
      asked.push(new URL(url).protocol.slice(0, -1));
      const next = chain[asked.length];
      return next === undefined
        ? { status: 200, headers: {}, body: "bytes" }
        : { status: 302, headers: { location: `${next}://h${asked.length}.example/` }, body: "" };
    };
    const client = getClient("https://tome.example", { transport });
    const downloaded = client.download(`${chain[0]}://tome.example/file`);
    const left = chain.findIndex((scheme, at) => scheme === "http" && chain[at - 1] === "https");
    if (left < 0) expect(Buffer.from(await downloaded).toString()).toBe("bytes");
    else expect(await rejection(downloaded)).toMatchObject({ message: /it leaves https/ });
    expect(asked).toEqual(left < 0 ? chain : chain.slice(0, left));
  },
);

/** A client whose transport sends the responses in order, and the requests. */
function openScripted(responses: readonly (WireResponse | NetworkError)[], retries = 0) {
  const sent: WireRequest[] = [];
  const client = getClient("https://api.example", {
    retries,
    transport: async (request) => {
      sent.push(request);
      const response = responses[sent.length - 1] ?? { status: 200, headers: {}, body: "end" };
      if (response instanceof NetworkError) throw response;
      return response;
    },
  });
  return { client, sent };
}

const redirectTo = (location: string): WireResponse => ({
  status: 302,
  headers: { location, "x-request-id": "r1" },
  body: "",
});

test("a redirect from https to http is not followed, and the error says so", async () => {
  const { client, sent } = openScripted([redirectTo("http://files.example/a?key=k")]);
  expect(await rejection(client.download("https://files.example/a"))).toMatchObject({
    status: 302,
    message: "The redirect to http://files.example/a was not followed: it leaves https.",
    requestId: "r1",
  });
  expect(sent).toHaveLength(1);
  const { client: other, sent: urls } = openScripted([redirectTo("https://files.example/b")]);
  expect(Buffer.from(await other.download("http://files.example/a")).toString()).toBe("end");
  expect(urls.map(({ url, headers }) => [url, headers])).toEqual([
    [
      "http://files.example/a",
      { accept: "*/*", "accept-encoding": "identity", "user-agent": "tome/test" },
    ],
    [
      "https://files.example/b",
      { accept: "*/*", "accept-encoding": "identity", "user-agent": "tome/test" },
    ],
  ]);
});

test.each([
  ["200", { status: 200, headers: {}, body: "a" }, 0, ["a", 1]],
  ["299", { status: 299, headers: {}, body: "a" }, 0, ["a", 1]],
  ["300", { status: 300, headers: {}, body: "" }, 0, ["ApiError: 300 Multiple Choices.", 1]],
  ["199", { status: 199, headers: {}, body: "" }, 0, ["ApiError: 199 without a known meaning.", 1]],
  [
    "503 without retries",
    { status: 503, headers: {}, body: "" },
    0,
    ["ApiError: 503 Service Unavailable.", 1],
  ],
  ["503 with a retry", { status: 503, headers: {}, body: "" }, 1, ["end", 2]],
  [
    "404 with a retry",
    { status: 404, headers: {}, body: '{"message":"Gone"}' },
    1,
    ["ApiError: Gone", 1],
  ],
  [
    "503 with a long wait",
    { status: 503, headers: { "retry-after": "3600" }, body: "" },
    1,
    ["ApiError: 503 Service Unavailable.", 1],
  ],
  [
    "no response",
    new NetworkError("Not reached.", { arrived: "no" }),
    0,
    ["NetworkError: Not reached.", 1],
  ],
  ["no response once", new NetworkError("Not reached.", { arrived: "no" }), 1, ["end", 2]],
])("a download with %s", async (_case, response, retries, expected) => {
  const { client, sent } = openScripted([response], retries);
  const result = await client.download("https://files.example/a").then(
    (bytes) => Buffer.from(bytes).toString(),
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect([result, sent.length]).toEqual(expected);
});

test("five redirects are followed, and the sixth is not", async () => {
  const chain = (count: number) => Array.from({ length: count }, (_, at) => redirectTo(`/${at}`));
  const results = await Promise.all(
    [4, 5, 6].map(async (count) => {
      const { client } = openScripted(chain(count));
      return client.download("https://files.example/a").then(
        () => count,
        (error: Error) => error.message,
      );
    }),
  );
  expect(results).toEqual([
    4,
    5,
    "The download has too many redirects; the last one leads to https://files.example/5.",
  ]);
});
