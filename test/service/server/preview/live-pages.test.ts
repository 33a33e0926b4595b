import { expect, it, vi } from "vitest";
import type { WireRequest, WireResponse } from "../../../../src/contract/wire.ts";
import { createLivePages } from "../../../../src/service/server/preview/live-pages.ts";
import { barStyle, pageScript } from "../../../../src/service/server/preview/page-script.ts";

const origin = "http://docs.localhost:4000";
const fresh = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const state = { revision: 'r"1', failure: null, summary: "No findings", findings: [] };

/** The pages of a platform that responds to all requests with the same response. */
function start(answer: Partial<WireResponse> = {}, address: string | undefined = `${origin}/docs`) {
  const requests: WireRequest[] = [];
  const pages = createLivePages(async (request) => {
    requests.push(request);
    return { status: 200, headers: {}, body: "content", ...answer };
  });
  if (address !== undefined) pages.begin(address);
  const ask = (url: string, more: Partial<WireRequest> = {}) =>
    pages.transport({ method: "GET", url, headers: {}, ...more });
  return { pages, requests, ask };
}

it("the preview has started only when its URL is known", async () => {
  const requests: WireRequest[] = [];
  const pages = createLivePages(async (request) => {
    requests.push(request);
    return { status: 200, headers: {}, body: "" };
  });
  const { status, body } = await pages.transport({ method: "GET", url: `${origin}/`, headers: {} });
  expect([status, JSON.parse(String(body)).error.message]).toEqual([
    503,
    "The preview is starting.",
  ]);
  expect(requests).toEqual([]);
});

it("another host leads to the site, and has no other page", async () => {
  const { ask, requests } = start();
  const other = "http://127.0.0.1:4000";
  const home = { status: 307, headers: { location: `${origin}/`, ...fresh }, body: "" };
  expect(await ask(`${other}/`)).toEqual(home);
  expect(await ask(`${other}/`, { method: "HEAD" })).toEqual(home);
  const refused = [
    await ask(`${other}/`, { method: "POST" }),
    await ask(`${other}/v1/user`),
    await ask("http://docs.localhost:4001/a"),
  ];
  for (const { status, body } of refused) {
    expect([status, JSON.parse(String(body)).error.message]).toEqual([
      404,
      `Not found. The preview is at ${origin}.`,
    ]);
  }
  expect(requests).toEqual([]);
});

it("the script and the style are fixed", async () => {
  const { ask, requests } = start();
  expect(await ask(`${origin}/~preview/script.js`)).toEqual({
    status: 200,
    headers: { "content-type": "text/javascript; charset=utf-8", ...fresh },
    body: pageScript,
  });
  expect(await ask(`${origin}/~preview/style.css`, { method: "HEAD" })).toEqual({
    status: 200,
    headers: { "content-type": "text/css; charset=utf-8", ...fresh },
    body: barStyle,
  });
  expect(requests).toEqual([]);
});

it("a page has the script before its end, with the revision of its content", async () => {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    etag: '"1"',
    "cache-control": "private",
    "x-a": "1",
  };
  const body = '<p title="</body>"></p></body></html>';
  const { ask, pages, requests } = start({ status: 404, headers, body });
  pages.tell(state);
  const page = await ask(`${origin}/docs/a`, {
    headers: { "if-none-match": '"1"', accept: "*/*" },
  });
  expect(page).toEqual({
    status: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-a": "1",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; script-src http://docs.localhost:4000/~preview/script.js; connect-src http://docs.localhost:4000/~preview/events",
    },
    body: '<p title="</body>"></p><link rel="stylesheet" href="/~preview/style.css">\n<script src="/~preview/script.js" data-revision="r&quot;1"></script>\n</body></html>',
  });
  expect(requests.map((one) => one.headers)).toEqual([{ accept: "*/*" }]);
});

it.each([
  ["another type", { headers: { "content-type": "text/css", "content-security-policy": "a" } }],
  ["no type", { headers: { "content-security-policy": "a" } }],
  ["no policy", { headers: { "content-type": "text/html" } }],
])("a response with %s is not changed", async (_, answer) => {
  const { ask } = start(answer);
  expect(await ask(`${origin}/a`)).toEqual({ status: 200, body: "content", ...answer });
});

it("a page without an end has no script, and a request that writes is passed on", async () => {
  const headers = { "content-type": "text/html", "content-security-policy": "a" };
  const { ask, requests } = start({ headers, body: "<p>" });
  expect((await ask(`${origin}/a`)).body).toBe("<p>");
  const post = { method: "POST", headers: { "if-none-match": "1" }, body: "a" } as const;
  expect(await ask(`${origin}/~preview/events`, post)).toEqual({
    status: 200,
    headers,
    body: "<p>",
  });
  expect(requests.at(-1)).toEqual({ url: `${origin}/~preview/events`, ...post });
});

it("open pages receive the state when it changes, a comment after five seconds, and the end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { ask, pages } = start();
    const { status, headers, body } = await ask(`${origin}/~preview/events`);
    expect([status, headers]).toEqual([
      200,
      { "content-type": "text/event-stream", connection: "close", ...fresh },
    ]);
    if (typeof body === "string") throw new Error("It is not a stream.");
    const parts = body[Symbol.asyncIterator]();
    const read = async () => Buffer.from((await parts.next()).value ?? "").toString();
    expect(await read()).toBe(
      'data: {"revision":"","failure":null,"summary":"","findings":[]}\n\n',
    );
    const next = read();
    await vi.advanceTimersByTimeAsync(0);
    pages.tell(state);
    expect(await next).toBe(`data: ${JSON.stringify(state)}\n\n`);
    const idle = read();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await idle).toBe(":\n\n");
    const last = read();
    await vi.advanceTimersByTimeAsync(0);
    pages.end();
    expect(await last).toBe("");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
