/** Exports of a small site whose platform and pages the tests choose. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../../../support/commands/tome.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { listFiles } from "./conditional-site.ts";

const org = "O1000000000000000000";
const id = "D1000000000000000000";
const prefix = `/_site/${id}`;

interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

interface Site {
  readonly record?: object;
  /** By path below the site. */
  readonly pages?: Readonly<Record<string, Page>>;
  readonly redirects?: readonly object[];
  readonly automatic?: readonly object[];
}

async function exportSite(
  { record = {}, pages = {}, redirects = [], automatic = [] }: Site,
  flags: readonly string[] = [],
) {
  const asked: string[] = [];
  const { url } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://host");
    const path = pathname.replace("/v1", "");
    if (path === `/orgs/${org}/sites/${id}`) {
      const site = { object: "site", id, title: "Docs", visibility: "public", published: true };
      return answerJson(response, 200, { ...site, ...record });
    }
    if (path.endsWith("/redirects")) {
      const items = searchParams.get("automatic") === "true" ? automatic : redirects;
      return answerJson(response, 200, { items });
    }
    if (path.endsWith("/preview")) {
      return answerJson(response, 200, { url: `${url}${prefix}/?token=5ec7e7` });
    }
    asked.push(request.url.slice(prefix.length));
    const page = pages[pathname.slice(prefix.length)];
    const isRobots = pathname === `${prefix}/robots.txt`;
    const {
      status = 200,
      type = isRobots ? "text/plain" : "text/html",
      body = "",
      location,
    } = page ?? {
      status: isRobots ? 200 : 404,
    };
    response.writeHead(status, { "content-type": type, ...(location && { location }) });
    response.end(body);
  });
  const folder = join(temporaryFolder(), "site");
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "token-of-a-test", TOME_ORG: org };
  const line = ["site", "export", id, folder, ...flags, "--json", "--retries", "0"];
  const { code, stdout, stderr } = await openTome()(line, { env });
  const parsed = stdout.startsWith("{") ? JSON.parse(stdout) : undefined;
  return { code, stderr, record: parsed, folder, asked, files: () => listFiles(folder) };
}

const page = (...links: readonly string[]): Page => ({
  body: `<html><head><title>T</title></head><body><article><h1>T</h1><div class="text">${links.map((one) => `<a href="${prefix}${one}">x</a>`).join("")}</div></article></body></html>`,
});
const listLinks = (text = "") => [...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);

describe("an export", () => {
  test("has relative links, redirects to their ends, and the broken links of each page", async () => {
    const { code, record, stderr, files, folder } = await exportSite({
      pages: {
        "": page("/a", "/a#part", "/old", "/old#mine", "/away", "/gone", "/loop", "/~files/f.txt"),
        "/a": page("", "/gone#x"),
        "/a.md": { type: "text/markdown", body: `[Home](${prefix}/a)\n` },
        "/llms.txt": { type: "text/plain", body: `- [A](${prefix}/a.md)\n` },
        "/~files/f.txt": { type: "text/plain", body: `${prefix}/a` },
        "/old": { status: 307, location: `${prefix}/older#first` },
        "/older": { status: 308, location: `${prefix}/a#last` },
        "/away": { status: 307, location: "https://other.example/x?a=1&b=2#y" },
        "/loop": { status: 307, location: `${prefix}/loop` },
        "/lost": { status: 307, location: `${prefix}/gone` },
        "/auto": { status: 307, location: `${prefix}/a` },
      },
      redirects: [
        { source: "/old" },
        { source: "/away" },
        { source: "/lost" },
        { source: "/any/*" },
        { source: "/:name" },
        { source: "relative" },
        {},
      ],
      automatic: [{ source: "/auto" }, { source: "/old" }],
    });
    expect(code).toBe(0);
    const written = files();
    expect([...written.keys()].sort()).toEqual(
      [
        ".tome-site.json",
        "a.md",
        "a/index.html",
        "auto/index.html",
        "away/index.html",
        "index.html",
        "llms.txt",
        "old/index.html",
        "robots.txt",
        "~files/f.txt",
        "~search/index.json",
        "~search/search.js",
      ].sort(),
    );
    expect(listLinks(written.get("index.html"))).toEqual([
      "a/",
      "a/#part",
      "a/#last",
      "a/#last",
      "https://other.example/x?a=1&amp;b=2#y",
      "gone",
      "loop",
      "~files/f.txt",
    ]);
    expect(listLinks(written.get("a/index.html"))).toEqual(["../", "../gone#x"]);
    expect(listLinks(written.get("old/index.html"))).toEqual(["../a/#last"]);
    expect(listLinks(written.get("away/index.html"))).toEqual([
      "https://other.example/x?a=1&amp;b=2#y",
    ]);
    expect(listLinks(written.get("auto/index.html"))).toEqual(["../a/"]);
    expect(written.get("a.md")).toBe("[Home](a/)\n");
    // An uploaded file is not changed.
    expect(written.get("~files/f.txt")).toBe(`${prefix}/a`);
    expect(record).toEqual({
      folder,
      siteId: id,
      pages: 2,
      files: 11,
      brokenLinks: [
        { page: "index.html", link: "/gone" },
        { page: "index.html", link: "/loop" },
        { page: "a/index.html", link: "/gone" },
      ],
    });
    expect(stderr).toContain(`Exported the site "Docs" to ${folder}: 2 pages, 11 files.`);
    expect(stderr).toContain("To show the broken links: tome check");
  });

  test("of one page without broken links names no check", async () => {
    const { stderr, folder, record } = await exportSite({
      record: { title: undefined, visibility: "unlisted" },
      pages: { "": page() },
    });
    expect(stderr).toContain(`Exported the site "${id}" to ${folder}: 1 page, 4 files.`);
    expect(stderr).not.toContain("broken");
    expect(record.brokenLinks).toEqual([]);
  });

  test.each<[string, object, readonly string[], string]>([
    [
      "unpublished",
      { published: false },
      [],
      "The public cannot read this site. Specify a visitor with --as-visitor or --claims.",
    ],
    [
      "for visitors",
      { visibility: "visitor-auth" },
      [],
      "The public cannot read this site. Specify a visitor with --as-visitor or --claims.",
    ],
    [
      "public for a visitor",
      {},
      ["--public", "--claims", "a=b"],
      "--public cannot be combined with --claims or --as-visitor.",
    ],
  ])("of a site that is %s is refused before it is read", async (_, record, flags, message) => {
    const { code, stderr, asked } = await exportSite({ record, pages: { "": page() } }, flags);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(asked).toEqual([]);
  });

  test("for a visitor is read with their credentials, which are in no file", async () => {
    const { code, asked, files, stderr } = await exportSite(
      { record: { visibility: "visitor-auth" }, pages: { "": page("/a"), "/a": page("") } },
      ["--claims", "plan=pro"],
    );
    expect(code).toBe(0);
    expect(asked.length).toBeGreaterThan(3);
    for (const path of asked) expect(path).toContain("token=5ec7e7");
    expect([...files().values()].join("\n") + stderr).not.toContain("5ec7e7");
  });

  test.each<[number, readonly string[], number, string]>([
    [404, [], 2, "The public cannot read this site."],
    [
      404,
      ["--claims", "plan=pro"],
      2,
      "The visitor sees no part of the site. No files were written.",
    ],
    [302, [], 2, "The public cannot read this site."],
  ])("of a site that answers with %i and %j has no files", async (status, flags, code, message) => {
    const result = await exportSite({ pages: { "": { status } } }, flags);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
  });
});
