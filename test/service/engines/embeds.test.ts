import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as contract from "../../../src/contract/url.ts";
import { readWebMetadata } from "../../../src/document/web/web-metadata.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answering } from "../../support/network/answering.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

async function start(answer: RequestListener, allowPrivate: boolean | string[] = ["127.0.0.1"]) {
  const workspace = await openWorkspace({ allowPrivate });
  onTestFinished(() => workspace.service.close());
  const user = await workspace.person();
  const there = await answering(answer, "127.0.0.1");
  const embed = (path: string) =>
    workspace.ok(user, contract.embed, { url: new URL(path, there.url).href });
  return { workspace, user, there, embed };
}

const html = { "content-type": "text/html; charset=utf-8" };

/** A website with pages by path. */
function serve(pages: Readonly<Record<string, readonly [type: string, body: string]>>) {
  const listener: RequestListener = (request, response) => {
    const [type, body] = pages[request.url ?? ""] ?? [undefined, ""];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(body);
  };
  return listener;
}

test("a page has the title, website and icon of Open Graph", async () => {
  const page = `<!doctype html><head><title>Other</title>
<meta content="A &amp; B" property='og:title'><META NAME=og:site_name CONTENT=Example>
<link rel="shortcut icon" href="/icon.png"></head><p>Text`;
  const { embed, there } = await start(serve({ "/article": [html["content-type"], page] }));
  const expected = { type: "link", title: "A & B", site: "Example", icon: `${there.url}/icon.png` };
  expect(await embed("/article")).toEqual(expected);
  expect(await embed("/article")).toEqual(expected);
  expect(there.asked, "the second answer is cached").toEqual(["/article"]);
});

test("oEmbed adds HTML, and a title if the page has none", async () => {
  const page = `<link rel=alternate type="application/json+oembed" href="/oembed?id=1">`;
  const oembed = {
    type: "video",
    title: "Film",
    provider_name: "Cinema",
    html: "<iframe></iframe>",
  };
  const { embed } = await start(
    serve({
      "/film": ["text/html", page],
      "/oembed?id=1": ["application/json", JSON.stringify(oembed)],
      "/broken": ["text/html", page.replace("id=1", "id=2")],
      "/oembed?id=2": ["application/json", "{"],
    }),
  );
  expect(await embed("/film")).toEqual({
    ...{ type: "rich", title: "Film", site: "Cinema", html: "<iframe></iframe>" },
  });
  expect(await embed("/broken")).toMatchObject({ type: "link", title: "127.0.0.1/broken" });
});

test("titles, websites and HTML of other websites are limited, and their URLs resolved", async () => {
  const page = `<base href="/base/"><title>${"t".repeat(301)}</title>
<meta property=og:site_name content="${"s".repeat(101)}"><link rel=icon href="javascript:1">
<link rel=alternate type="application/json+oembed" href="oembed">`;
  const oembed = (values: object): [string, string] => ["text/x.y+json", JSON.stringify(values)];
  const { embed, there } = await start(
    serve({
      "/page": ["application/xhtml+xml", page],
      "/base/oembed": oembed({
        type: "rich",
        title: "no",
        provider_name: "no",
        html: "h".repeat(16_385),
      }),
      "/exact": ["TEXT/HTML", page.replace('oembed">', 'exact">')],
      "/base/exact": oembed({ type: "rich", html: "h".repeat(16_384) }),
      "/photo": ["text/html", page.replace('oembed">', 'photo">')],
      "/base/photo": oembed({ type: "photo", html: "<b>" }),
      "/www/": ["text/html", `<link rel=alternate type="application/json+oembed" href="/list">`],
      "/list": oembed([1]),
      "/other": ["text/html", `<link rel=alternate type="application/json+oembed" href="/html">`],
      "/html": ["text/html", JSON.stringify({ title: "no" })],
      "/blank": ["text/html", `<link rel=alternate type="application/json+oembed" href="/spaces">`],
      "/spaces": oembed({ title: "  ", provider_name: 7, type: "rich", html: " x " }),
    }),
  );
  const link = { type: "link", title: "t".repeat(300), site: "s".repeat(100) };
  expect(await embed("/page")).toEqual(link);
  expect(await embed("/exact")).toEqual({ ...link, type: "rich", html: "h".repeat(16_384) });
  expect(await embed("/photo")).toEqual(link);
  const plain = (path: string) => ({ type: "link", title: `127.0.0.1${path}`, site: "127.0.0.1" });
  expect(await embed("/www/")).toEqual(plain("/www"));
  expect(await embed("/other")).toEqual(plain("/other"));
  expect(await embed("/blank")).toEqual({ ...plain("/blank"), type: "rich", html: "x" });
  expect(there.asked).toHaveLength(12);
});

slowTest("only a successful response is read, and only icons of the web are shown", async () => {
  const link = (href: string) => `<title>T</title><link rel=icon href="${href}">`;
  const pages: Readonly<Record<string, readonly [number, string]>> = {
    "/gone": [410, link("/a.png")],
    "/https": [200, link("https://example.com/a.png")],
    "/ftp": [200, link("ftp://example.com/a.png")],
    "/none": [200, "<title>T</title>"],
  };
  const { embed } = await start((request, response) => {
    const [status, body] = pages[request.url ?? ""] ?? [404, ""];
    response.writeHead(status, html).end(body);
  });
  const site = { type: "link", site: "127.0.0.1" };
  expect(await Promise.all(Object.keys(pages).map(embed))).toEqual([
    { ...site, title: "127.0.0.1/gone" },
    { ...site, title: "T", icon: "https://example.com/a.png" },
    { ...site, title: "T" },
    { ...site, title: "T" },
  ]);
});

test("a result is cached for ten minutes, and a failure for one minute", async () => {
  const { embed, there } = await start(serve({ "/page": [html["content-type"], "<title>T"] }));
  const real = performance.now.bind(performance);
  let offset = 0;
  vi.spyOn(performance, "now").mockImplementation(() => real() + offset);
  onTestFinished(() => void vi.restoreAllMocks());
  const embedAt = async (seconds: number) => {
    offset = seconds * 1000;
    // The cache reads the clock at most once in a millisecond, with a timer that began earlier.
    await pause(1);
    await Promise.all(["/page", "/none"].map(embed));
    return there.asked.splice(0).toSorted();
  };
  expect(await embedAt(0)).toEqual(["/none", "/page"]);
  // The test itself takes less than the difference.
  expect(await embedAt(30)).toEqual([]);
  expect(await embedAt(61)).toEqual(["/none"]);
  expect(await embedAt(570)).toEqual(["/none"]);
  expect(await embedAt(601)).toEqual(["/page"]);
});

describe("the URL is the title of a page that cannot be read", () => {
  test.each([
    ["an error", "/none", {}],
    ["another type", "/image", { "/image": ["image/png", "x"] }],
    ["a page that is too large", "/large", { "/large": ["text/html", "x".repeat(600 * 1024)] }],
    ["a page without a title", "/empty", { "/empty": ["text/html", ""] }],
  ] as const)("%s", async (_, path, pages) => {
    const { embed } = await start(serve(pages));
    expect(await embed(path)).toEqual({
      ...{ type: "link", title: `127.0.0.1${path}`, site: "127.0.0.1" },
    });
  });

  test("a page, a redirect and an oEmbed URL in a private network are not read", async () => {
    const secret = `<title>Secret</title>`;
    const listener: RequestListener = (_request, response) =>
      response.writeHead(200, html).end(secret);
    const { embed, there } = await start(listener, false);
    expect((await embed("/page")).title).toBe("127.0.0.1/page");
    expect(there.asked).toEqual([]);
  });
});

test("only URLs of the web are embedded", async () => {
  const { workspace, user } = await start(() => {});
  for (const url of ["ftp://example.com/a", "file:///etc/passwd", "javascript:alert(1)", "x"]) {
    expect(await workspace.refused(user, contract.embed, { url })).toMatchObject({ status: 400 });
  }
});

test("any text has metadata, with texts of one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { title = "" } = readWebMetadata(`<title>${text}</title><meta name="og:title">`);
      expect(title).not.toMatch(/[\n\r]/);
    }),
  );
});

test.each(["constructor", "__proto__", "valueOf", "hasOwnProperty"])(
  "an element with the name %s is like any other unknown element",
  (name) => {
    const page = `<${name} a=1>x</${name}><title>Title</title><meta name="${name}" content="x">`;
    expect(readWebMetadata(page)).toEqual({ title: "Title" });
  },
);

slowTest(
  "a page with deep and repeated formatting does not stop other requests",
  async () => {
    const hostile = Array.from({ length: 8000 }, (_, at) => `<b a${at}><i x${at}><p>`).join("");
    const { embed } = await start(serve({ "/hostile": ["text/html", hostile] }));
    expect((await embed("/hostile")).title).toBe("127.0.0.1/hostile");
  },
  120_000,
);
