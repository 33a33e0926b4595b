import { expect, test } from "vitest";
import { openClient } from "../../src/client/client.ts";
import type { WireRequest, WireResponse } from "../../src/contract/wire.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { canary, manualClock } from "../support/network/client.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { endpoints } from "../support/requests/made.ts";
import { listInputs } from "../support/requests/requests.ts";

const origin = "https://api.example.com";

/** Hosts that resemble the platform, or that a response names as the next one. */
const elsewhere = [
  "https://evil.example/v1/orgs",
  "https://api.example.com.evil.example/v1",
  "https://api.example.com@evil.example/v1",
  "https://api.example.com:8443/v1",
  "http://api.example.com/v1",
  "https://api.example.com./v1",
  "https://\u0430pi.example.com/v1",
  "https://api.example.com%2eevil.example/v1",
  "//evil.example/v1",
  "https:\\\\evil.example\\v1",
  "/\\evil.example/v1",
  "https://evil.example#@api.example.com/v1",
];
const codes = [301, 302, 303, 307, 308];

type Answers = (before: number) => WireResponse;

function redirect(status: number, location: string): WireResponse {
  return { status, headers: { location }, body: "" };
}
const json = { "content-type": "application/json" };

/** The first responses; later ones are an empty page. */
const vectors: readonly (readonly [string, Answers])[] = [
  ...elsewhere.flatMap((other) =>
    codes.map((code): [string, Answers] => [`${code} to ${other}`, () => redirect(code, other)]),
  ),
  ...codes.map((code): [string, Answers] => [
    `${code} within the server, then to another`,
    (before) => redirect(code, before === 0 ? "/v1/moved" : "https://evil.example/"),
  ]),
  ...elsewhere.map((other): [string, Answers] => [
    `a next page at ${other}`,
    (before) => ({
      status: 200,
      headers: { ...json, link: `<${other}>; rel="next"` },
      body: JSON.stringify(before === 0 ? { items: [], next: { page: other } } : { items: [] }),
    }),
  ]),
];

slowTest(
  "every operation sends its token only to its own origin, for any response",
  async () => {
    let sent = 0;
    const strayCount = countFaults();
    const calls = await Promise.all(
      endpoints.map(async (endpoint) => {
        const [input = {}] = await listInputs(endpoint, { ids: new Map(), word: "Word" });
        return { endpoint, input };
      }),
    );
    const every = amount({ short: 12, all: 3, full: 1 });
    for (const [index, [name, answers]] of vectors.entries()) {
      const seen: WireRequest[] = [];
      let before = 0;
      const client = openClient({
        baseUrl: origin,
        token: canary,
        userAgent: "test",
        clock: manualClock(),
        transport: async (request) => {
          seen.push(request);
          return answers(before++);
        },
      });
      const some = calls.filter((_, at) => (at + index) % every === 0);
      for (const { endpoint, input } of some) {
        before = 0;
        await client.call(endpoint, input as never).catch(() => undefined);
        before = 0;
        if (endpoint.route.startsWith("GET "))
          await readAll(client.pages(endpoint, input as never));
      }
      before = 0;
      await client.download(`${origin}/v1/file`).catch(() => undefined);
      const strayed = seen
        .filter(({ headers }) => JSON.stringify(headers).includes(canary))
        .filter(({ url }) => new URL(url).origin !== origin);
      expect([name, strayCount.add(strayed)]).toEqual([name, []]);
      expect(JSON.stringify(seen.map(({ url, body }) => [url, body]))).not.toContain(canary);
      sent += seen.length;
    }
    const tried = `${vectors.length} answers to each of ${endpoints.length} operations`;
    report("T1", `${tried}, ${sent} requests: ${strayCount.total()} tokens elsewhere`);
  },
  600_000,
);

async function readAll(pages: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of pages);
  } catch {
    // The exit code does not matter here.
  }
}

test("a stored token is not sent to another base URL", async () => {
  const answering = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(response, 200, { object: "user", id: "u1", displayName: "Ada" });
  const [home, other] = [await serve(answering), await serve(answering)];
  const tome = openTome();
  const login = `auth login --with-token --base-url ${home.url}`;
  expect((await tome(login, { stdin: canary })).code).toBe(0);
  expect((await tome("whoami")).code).toBe(0);
  expect(home.seen.at(-1)?.headers.authorization).toBe(`Bearer ${canary}`);
  for (const [line, env] of [
    [`whoami --base-url ${other.url}`, {}],
    ["whoami", { TOME_BASE_URL: other.url }],
    ["api GET /user", { TOME_BASE_URL: `${other.url}/v1` }],
    [`whoami --base-url ${home.url.replace("127.0.0.1", "localhost")}`, {}],
  ] as const) {
    expect((await tome(line, { env })).code).toBe(4);
  }
  expect(JSON.stringify(other.seen)).not.toContain(canary);
});
