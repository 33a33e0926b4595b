/** Request heads as bytes: their size, their time limit, and expectations of the client. */
import { describe, expect, test } from "vitest";
import type { ListeningPlatform } from "../../src/service/listen.ts";
import { slowTest } from "../support/generators/amount.ts";
import { serve } from "../support/platforms/served.ts";
import { answersIn, exchange } from "../support/requests/raw-requests.ts";

/** The first line of each response on a connection to which bytes are sent. */
async function sendBytes(server: ListeningPlatform, bytes: string): Promise<string[]> {
  const received = await exchange({ server }, bytes);
  return received.split("\r\n").filter((line) => line.startsWith("HTTP/1.1 "));
}

describe("a request head", () => {
  test.each<[string, (own: string) => string, readonly string[]]>([
    [
      "that expects a permission for its body gets it",
      (own) =>
        `POST /v1/orgs HTTP/1.1\r\n${own}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"title":"Mine"}`,
      ["100 Continue", "201 Created"],
    ],
    [
      "of HTTP/1.0 gets none",
      (own) =>
        `POST /v1/orgs HTTP/1.0\r\n${own}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"title":"Mine"}`,
      ["201 Created"],
    ],
    [
      "with another expectation is refused",
      (own) => `GET /v1/user HTTP/1.1\r\n${own}Expect: more\r\n\r\n`,
      ["417 Expectation Failed"],
    ],
    [
      "of CONNECT is refused",
      (own) => `CONNECT a:443 HTTP/1.1\r\n${own}\r\n`,
      ["405 Method Not Allowed"],
    ],
    [
      "with a second host after many headers is refused",
      (own) => `GET /v1/user HTTP/1.1\r\n${own}${"a:\r\n".repeat(2100)}Host: evil.example\r\n\r\n`,
      ["400 Bad Request"],
    ],
    [
      "with many headers is accepted",
      (own) => `GET /v1/user HTTP/1.1\r\n${own}${"a:\r\n".repeat(2100)}\r\n`,
      ["200 OK"],
    ],
    [
      "with two values of a header is accepted",
      (own) =>
        `GET /v1/user HTTP/1.1\r\n${own}Cookie: a=1\r\nCookie: b=2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\n`,
      ["200 OK"],
    ],
    ["that is not HTTP is refused", () => "Hello\r\n\r\n", ["400 Bad Request"]],
  ])("%s", async (_, write, expected) => {
    const requests: unknown[] = [];
    const { server } = await serve({ onRequest: ({ status }) => requests.push(status) });
    const { host } = new URL(server.url);
    const own = `Host: ${host}\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n`;
    const lines = await sendBytes(server, write(own));
    expect(lines).toEqual(expected.map((line) => `HTTP/1.1 ${line}`));
    // Requests that the platform does not see are reported as well.
    const statuses = expected.map((line) => Number.parseInt(line, 10));
    expect(requests).toEqual(statuses.filter((status) => status !== 100));
  });

  slowTest("that is not complete in time is refused, as is its body", async () => {
    const { server } = await serve({}, { patience: { head: 40, whole: 80 } });
    const { host } = new URL(server.url);
    const own = `Host: ${host}\r\nAuthorization: Bearer ${server.token}\r\n`;
    const timeout = ["HTTP/1.1 408 Request Timeout"];
    expect(await sendBytes(server, "GET /v1/user HTTP/1.1\r\n")).toEqual(timeout);
    const post = `POST /v1/orgs HTTP/1.1\r\n${own}Content-Length: 16\r\n\r\n`;
    expect(await sendBytes(server, post)).toEqual(timeout);
  });
});

test.each([
  [16_100, 200],
  [16_500, 431],
  [20_000, 431],
])("headers of more than 16 KiB are refused: %i bytes get %i", async (length, status) => {
  const { server } = await serve();
  const { host } = new URL(server.url);
  const own = `Host: ${host}\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n`;
  const line = `GET /v1/user HTTP/1.1\r\n${own}A: `;
  const [answer] = answersIn(
    await exchange({ server }, `${line}${"a".repeat(length - line.length - 4)}\r\n\r\n`),
  );
  expect(answer?.status).toBe(status);
  if (status !== 200) expect(answer?.body).toContain("larger than the limit of 16384 bytes");
});
