import { describe, expect, onTestFinished, test } from "vitest";
import {
  loadPages,
  normalizeUrl,
  type WebsitePage,
} from "../../../../src/service/areas/imports/website.ts";
import { type Egress, openOutside } from "../../../../src/service/engines/network/egress.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { serve } from "../../../support/network/loopback.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

const link = (...targets: readonly string[]) =>
  targets.map((target) => `<a href="${target}">x</a>`).join("");
const respond = (type: string, body: string): Answer => [200, { "content-type": type }, body];
const html = (...targets: readonly string[]) =>
  respond("text/html", `<h1>Title</h1>${link(...targets)}`);
const redirect = (location: string): Answer => [302, { location }, ""];

/** Reads the website that begins at a path. The URLs of the result have no origin. */
async function crawl(paths: Readonly<Record<string, Answer>>, start: string) {
  const site = await serve(({ url }, response) => {
    const [status, headers, body] = paths[url] ?? [404, {}, "Not found"];
    if (status === 0) return response.destroy();
    return response.writeHead(status, headers).end(body);
  });
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const redirects = new Map<string, string>();
  const pages: WebsitePage[] = [];
  const call = {
    ...{ db: workspace.db, caller: "user", redirects },
    outside: openOutside(["127.0.0.1"]),
    signal: new AbortController().signal,
  };
  let message: string | undefined;
  try {
    for await (const page of loadPages(`${site.url}${start}`, call)) pages.push(page);
  } catch (error) {
    message = (error as Error).message.replaceAll(site.url, "");
  }
  const toPath = (url: string) => url.slice(site.url.length);
  return {
    pages: pages.map(({ url, path }) => [toPath(url), path.join("/")]),
    titles: pages.map(({ title }) => title),
    requests: site.seen.map(({ url }) => url),
    accept: site.seen[0]?.headers.accept,
    redirects: Object.fromEntries([...redirects].map((pair) => pair.map(toPath))),
    ...(message !== undefined && { message }),
  };
}

slowTest(
  "a website consists of the HTML and Markdown pages below its URL that it links to",
  async () => {
    const website = {
      "/docs/": html(
        ...["b?page=2#part", "b", "b/", "b/index.html", "B", "xhtml", "plain.md", "plain", "raw"],
        ...["json", "error", "reset", "moved", "moved-out", "moved-known", "v1.2", "image.png"],
        ...["page.PHP", "READme.md", "../docs-old", "../other", "https://example.com/docs/b"],
        ...["/docs", "mailto:a@example.com", "http://["],
      ),
      "/docs/b": html("c/d.html", "c/e.htm"),
      "/docs/B": html(),
      "/docs/c/d.html": respond("text/html", `<base href="/docs/based/"><h1>D</h1>${link("f")}`),
      "/docs/c/e.htm": html(),
      "/docs/based/f": html(),
      "/docs/xhtml": respond("Application/XHTML+xml; charset=utf-8", "<h1>X</h1>"),
      "/docs/plain.md": respond("text/plain", "# Plain\n\n[deep](deep/page.md)\n"),
      "/docs/deep/page.md": respond("text/markdown", "# Deep\n"),
      "/docs/plain": respond("text/plain", "# Plain\n"),
      "/docs/raw": respond("TEXT/MARKDOWN ; charset=utf-8", "# Raw\n"),
      "/docs/json": respond("application/json", "{}"),
      "/docs/error": [500, { "content-type": "text/html" }, "<h1>Error</h1>"],
      "/docs/reset": [0, {}, ""],
      "/docs/moved": redirect("/docs/target"),
      "/docs/target": html(),
      "/docs/moved-out": redirect("/other"),
      "/docs/moved-known": redirect("/docs/b"),
      "/other": html("/docs/never"),
      "/docs/v1.2": html(),
      "/docs/page.PHP": html(),
    } satisfies Readonly<Record<string, Answer>>;
    const { requests, pages, redirects, accept, message } = await crawl(website, "/docs/");
    expect(message).toBeUndefined();
    expect(accept).toBe("text/html, text/markdown;q=0.9, */*;q=0.1");
    expect(pages).toEqual([
      ["/docs", ""],
      ["/docs/b", "b"],
      ["/docs/B", "B"],
      ["/docs/xhtml", "xhtml"],
      ["/docs/plain.md", "plain"],
      ["/docs/raw", "raw"],
      ["/docs/target", "target"],
      ["/docs/v1.2", "v1.2"],
      ["/docs/page.PHP", "page"],
      ["/docs/c/d.html", "c/d"],
      ["/docs/c/e.htm", "c/e"],
      ["/docs/deep/page.md", "deep/page"],
      ["/docs/based/f", "based/f"],
    ]);
    expect(requests).toEqual([
      ...["/docs/", "/docs/b", "/docs/B", "/docs/xhtml", "/docs/plain.md", "/docs/plain"],
      ...["/docs/raw", "/docs/json", "/docs/error", "/docs/reset", "/docs/moved", "/docs/target"],
      ...["/docs/moved-out", "/other", "/docs/moved-known", "/docs/b", "/docs/v1.2"],
      ...["/docs/page.PHP", "/docs/c/d.html", "/docs/c/e.htm", "/docs/deep/page.md"],
      "/docs/based/f",
    ]);
    expect(redirects).toEqual({
      "/docs": "/docs",
      "/docs/moved": "/docs/target",
      "/docs/moved-out": "/other",
      "/docs/moved-known": "/docs/b",
    });
  },
);

test("pages that redirect to the same URL are read once, and JSON is not Markdown by its name", async () => {
  const { pages, requests } = await crawl(
    {
      "/docs": html("/docs/one", "/docs/two", "/docs/data.md"),
      "/docs/one": redirect("/docs/target"),
      "/docs/two": redirect("/docs/target"),
      "/docs/target": html(),
      "/docs/data.md": respond("application/json", "{}"),
    },
    "/docs",
  );
  expect(pages.map(([url]) => url)).toEqual(["/docs", "/docs/target"]);
  expect(requests).toEqual([
    ...["/docs", "/docs/one", "/docs/target", "/docs/two", "/docs/target", "/docs/data.md"],
  ]);
});

slowTest("a website has at most 500 pages", async () => {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const read: string[] = [];
  const links = Array.from({ length: 600 }, (_, at) => `[${at}](/${at})`).join("\n\n");
  const outside = createPartial<Egress>({
    async fetch({ url }: { readonly url: string }) {
      const body = Buffer.from(url === "https://example.com/" ? links : "Text\n");
      return { status: 200, url, headers: { "content-type": "text/markdown" }, body };
    },
  });
  const crawlAll = async () => {
    const { signal } = new AbortController();
    const call = { db: workspace.db, caller: "user", outside, signal, redirects: new Map() };
    for await (const { url } of loadPages("https://example.com/", call)) read.push(url);
  };
  await expect(crawlAll()).rejects.toMatchObject({
    status: 413,
    message:
      "https://example.com/ has more than 500 pages or 64 MiB of text below it. Import its parts separately.",
  });
  expect(read).toHaveLength(500);
});

describe("the folder of a website", () => {
  const website = {
    "/docs/start.html": html("one", "/docs", "/two", "start.html"),
    "/docs/one": html(),
    "/docs": html(),
    "/two": html(),
    "/": html("docs/one", "two"),
    "/old": redirect("/docs/start.html"),
  } satisfies Readonly<Record<string, Answer>>;
  slowTests.each([
    [
      "/docs/start.html",
      [
        ["/docs/start.html", "start"],
        ["/docs/one", "one"],
        ["/docs", ""],
      ],
    ],
    [
      "/",
      [
        ["/", ""],
        ["/docs/one", "docs/one"],
        ["/two", "two"],
      ],
    ],
    [
      "/old",
      [
        ["/docs/start.html", "start"],
        ["/docs/one", "one"],
        ["/docs", ""],
      ],
    ],
  ])("%s is that of the file, or the page itself", async (start, expected) => {
    expect((await crawl(website, start)).pages).toEqual(expected);
  });
});

test.each([
  ["/json", "/json is not a website in HTML or Markdown."],
  ["/missing", "/missing is not a website in HTML or Markdown."],
  ["/plain.txt", "/plain.txt is not a website in HTML or Markdown."],
])("%s as the first page is refused", async (start, message) => {
  const website = {
    "/json": respond("application/json", "{}"),
    "/plain.txt": respond("text/plain", "# Plain\n"),
  };
  expect(await crawl(website, start)).toMatchObject({ pages: [], message });
});

test.each([
  ["https://example.com", "https://example.com/"],
  ["https://example.com/?a#b", "https://example.com/"],
  ["https://example.com/index.html", "https://example.com/"],
  ["https://example.com/a/", "https://example.com/a"],
  ["https://example.com/a/INDEX.htm?x=1", "https://example.com/a"],
  ["https://example.com/a/index.md", "https://example.com/a"],
  ["https://example.com/a/readme.MD#b", "https://example.com/a"],
  ["https://example.com/a/myindex.html", "https://example.com/a/myindex.html"],
  ["https://example.com/a/index.html.md", "https://example.com/a/index.html.md"],
  ["HTTP://EXAMPLE.com:80/A", "http://example.com/A"],
])("%s is the same page as %s", (url, expected) => {
  expect(normalizeUrl(url)).toBe(expected);
});
