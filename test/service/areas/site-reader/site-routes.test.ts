import { beforeAll, describe, expect, test } from "vitest";
import * as customization from "../../../../src/contract/site-customization.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { flushInsights } from "../../../../src/service/areas/insights/insight-buffer.ts";
import { sample } from "../../../support/generators/amount.ts";
import { publish as publishContent, publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish, requestSite } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let siteId: string;
let [home, setup, spaceId]: string[] = [];

async function get(path: string, request: Partial<WireRequest> = {}) {
  const answer = await requestSite(fixture, siteId, path, request);
  const { status, headers } = answer;
  const folder = `/_site/${siteId}`;
  const text = (await getText(answer))
    .replaceAll(folder, "")
    .replaceAll(/http:\/\/[\w.-]*(?:localhost|127\.0\.0\.1):\d+/g, "");
  return { status, headers, text, location: headers.location?.replace(folder, "") || "/" };
}

/** A site with the pages home and setup, a file, a second space and redirects. */
beforeAll(async () => {
  fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  siteId = await fixture.site();
  spaceId = await fixture.space("Guide");
  const first = await fixture.add(siteId, spaceId);
  const other = await fixture.add(siteId, await fixture.space("Andere"));
  const pages = await publishPages(workspace, spaceId, [
    { title: "Home", slug: "home", markdown: "Hello.\n" },
    { title: "Set-up", slug: "setup", markdown: "Install.\n" },
  ]);
  [home = "", setup = ""] = [pages.home, pages.setup];
  await publishPages(workspace, other.space.id, [
    { title: "Start", slug: "start", markdown: "Hallo.\n" },
    { title: "Set-up", slug: "setup", markdown: "Installieren.\n" },
  ]);
  const file = await putFile(workspace.db, spaceId, Buffer.from("a,b\n"));
  await publishContent(workspace, spaceId, (tree) =>
    withFile(tree, { id: "file1", name: "data.csv", contentType: "text/csv", ...file }),
  );
  const of = fixture.of(siteId);
  for (const [source, destination, more] of [
    ["/away", { kind: "external", url: "https://example.com/a?own=1#top" }, { permanent: true }],
    ["/old/*", { kind: "site-space", siteSpaceId: other.id }, { captureWildcard: true }],
    ["/page", { kind: "site-page", siteSpaceId: first.id, pageId: setup }, {}],
    [
      "/deep/*",
      { kind: "site-page", siteSpaceId: first.id, pageId: setup },
      { captureWildcard: true },
    ],
  ] as const) {
    await workspace.ok(admin, redirect.create, { ...of, source, destination, ...more });
  }
  await publish(fixture, siteId);
});

const setSite = (columns: object) =>
  fixture.workspace.db.updateTable("sites").set(columns).where("id", "=", siteId).execute();

/** Applies changes to the site for one test. */
async function within(columns: object, work: () => Promise<void>) {
  const { db } = fixture.workspace;
  const row = await db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirst();
  await setSite(columns);
  try {
    await work();
  } finally {
    await setSite({ ...row });
  }
}

describe("a path of a site", () => {
  test.each(
    sample(
      [
        ["/", 200, "text/html; charset=utf-8", "<h1>Home</h1>"],
        ["/setup", 200, "text/html; charset=utf-8", "Install."],
        ["/setup.md", 200, "text/markdown; charset=utf-8", "# Set-up"],
        ["/andere", 200, "text/html; charset=utf-8", "Hallo."],
        ["/none/no-page.x", 404, "text/html; charset=utf-8", 'value="none no page"'],
        ["/~search?q=install", 200, "text/html; charset=utf-8", "Set-up"],
        ["/~search", 200, "text/html; charset=utf-8", 'name="q"'],
        ["/~icon.svg", 200, "image/svg+xml", ">D</text>"],
        ["/~gitbook/icon", 200, "image/svg+xml", ">D</text>"],
        ["/~gitbook/other", 404, "text/html; charset=utf-8", "Page not found"],
        ["/~gitbook/ogimage/none", 404, "text/html; charset=utf-8", "Page not found"],
        ["/~gitbook/ogimage/none/x", 404, "text/html; charset=utf-8", "Page not found"],
        ["/~files/none", 404, "text/html; charset=utf-8", "Page not found"],
        ["/~files/file1", 200, "application/octet-stream", "a,b"],
        ["/~fonts/none/x.woff2", 404, "text/html; charset=utf-8", "Page not found"],
        ["/llms.txt", 200, "text/plain; charset=utf-8", "/setup.md"],
        ["/llms-full.txt", 200, "text/plain; charset=utf-8", "Install."],
        ["/robots.txt", 200, "text/plain; charset=utf-8", "Sitemap: /sitemap.xml"],
        ["/setup/robots.txt", 404, "text/html; charset=utf-8", "Page not found"],
        ["/~style/x/y", 404, "text/html; charset=utf-8", "Page not found"],
      ],
      8,
    ),
  )("%s is answered with %i, %s", async (path, status, type, part) => {
    const { headers, text, ...answer } = await get(path);
    expect([answer.status, headers["content-type"]]).toEqual([status, type]);
    expect(text).toContain(part);
  });

  test.each([
    ["/home", "/", 307],
    ["/away?own=2&q=a%20b&token=x", "https://example.com/a?own=1&q=a%20b#top", 308],
    ["/old/start?q=1", "/andere/start?q=1", 307],
    ["/page?fallback=true&q=1", "/setup?q=1", 307],
    ["/deep/x/y", "/setup/x/y", 307],
    ["/setup?fallback=true&q=1", "/setup?q=1", 307],
    ["/?fallback=true", "/", 307],
    ["/none?fallback=true&q=1", "?q=1", 307],
  ])("%s leads to %s with %i", async (path, location, status) => {
    const answer = await get(path);
    expect([answer.status, answer.location]).toEqual([status, location]);
  });

  test("is Markdown for a program that prefers it", async () => {
    const { text, headers } = await get("/setup", { headers: { accept: "text/markdown" } });
    expect([headers["content-type"], text]).toEqual([
      "text/markdown; charset=utf-8",
      expect.stringContaining("# Set-up"),
    ]);
  });
});

test("the sitemap has all pages of all spaces, and only of a public site", async () => {
  const { text, headers } = await get("/sitemap.xml");
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>(<lastmod>)?/g)].map(([, path]) => path);
  expect(paths).toEqual(["", "/setup", "/andere", "/andere/setup"]);
  await within({ visibility: "unlisted" }, async () => {
    expect((await get("/sitemap.xml")).status).toBe(404);
    expect((await get("/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
    expect((await get("/")).headers["cache-control"]).toBe("public, no-cache");
  });
  expect((await get("/robots.txt")).text).toBe(
    "User-agent: *\nAllow: /\nDisallow: /~search\n\nSitemap: /sitemap.xml\n",
  );
});

test("a page names the same page in the other languages of its section", async () => {
  const { db } = fixture.workspace;
  const setLanguage = (language: string | null, ofGuide: boolean) =>
    db
      .updateTable("spaces")
      .set({ language })
      .where("id", ofGuide ? "=" : "<>", spaceId ?? "")
      .execute();
  const list = async (path: string) =>
    [...(await get(path)).text.matchAll(/hreflang="(\w+)" href="([^"]*)"/g)].map((match) =>
      match.slice(1).join(" "),
    );
  await setLanguage("en", true);
  expect(await list("/setup")).toEqual([]);
  await setLanguage("de", false);
  expect(await list("/setup")).toEqual(["en /setup", "de /andere/setup"]);
  expect(await list("/andere/setup")).toEqual(["de /andere/setup", "en /setup"]);
  expect(await list("/")).toEqual(["en ", "de /andere"]);
  await within({ visibility: "unlisted" }, async () => expect(await list("/setup")).toEqual([]));
  await db.updateTable("site_spaces").set({ hidden: 1 }).where("path", "=", "andere").execute();
  expect(await list("/setup")).toEqual([]);
  await db.updateTable("site_spaces").set({ hidden: 0 }).execute();
  await setLanguage("en", false);
  expect(await list("/setup")).toEqual([]);
  await setLanguage(null, true);
  await setLanguage(null, false);
});

test("the image of a page is that of the site, and a page without updates has no feed", async () => {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  const put = (settings: object) => workspace.ok(admin, customization.put, { ...of, settings });
  const url = "https://images.example/card.png";
  await put({ socialPreview: { url } });
  const image = await get(`/~gitbook/ogimage/${setup}`);
  expect([image.status, image.location]).toEqual([307, url]);
  expect((await get(`/~gitbook/ogimage/${setup}/more`)).status).toBe(404);
  expect((await get(`/~gitbook/other/${setup}`)).status).toBe(404);
  await put({});
  expect((await get("/setup/rss.xml")).status).toBe(404);
});

test("a path accepts only its own methods", async () => {
  for (const [path, method, allow, subject] of [
    ["/setup", "POST", "GET, HEAD", "This URL"],
    ["/~feedback/x", "POST", "GET, HEAD", "This URL"],
    ["/~gitbook/mcp", "GET", "POST", "The MCP server"],
    ["/setup/~gitbook/mcp", "GET", "POST", "The MCP server"],
  ] as const) {
    const { status, headers, text } = await get(path, { method });
    expect([path, status, headers.allow, text]).toEqual([
      ...[path, 405, allow, `${subject} accepts only ${allow}.\n`],
    ]);
  }
});

test("a page that the client has is not sent again", async () => {
  const first = await get("/setup");
  const headers = { accept: "text/html", "if-none-match": first.headers.etag ?? "" };
  for (const more of [{}, { cookie: "other=1" }]) {
    const { status, text } = await get("/setup", { headers: { ...headers, ...more } });
    expect([status, text]).toEqual([304, ""]);
  }
  const [, name = ""] = /\/~style\/([\da-f]+\.css)/.exec(first.text) ?? [];
  const style = await get(`/~style/${name}`);
  expect([style.status, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  expect(style.text).toContain(":root{--accent:");
});

test("pages that differ between visitors are not shared by caches", async () => {
  const readPolicy = async () => (await get("/setup.md")).headers["cache-control"];
  expect(await readPolicy()).toBe("public, no-cache");
  await within({ adaptive_content: 1 }, async () => {
    expect(await readPolicy()).toBe("private, no-cache");
  });
});

test("the icon has the first letter of the title, or the emoji", async () => {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  const put = (settings: object) => workspace.ok(admin, customization.put, { ...of, settings });
  const frame = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
  const color = "#123456";
  await put({ title: " über", styling: { primaryColor: { light: color, dark: "#fff" } } });
  expect((await get("/~icon.svg")).text).toBe(
    frame(
      `<rect width="32" height="32" rx="7" fill="${color}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff">Ü</text>`,
    ),
  );
  await put({ favicon: { emoji: "🦊" } });
  expect((await get("/~icon.svg")).text).toBe(
    frame('<text x="16" y="26" text-anchor="middle" font-size="27">🦊</text>'),
  );
  await put({});
});

test("what visitors open is counted by its kind", async () => {
  const { db } = fixture.workspace;
  await flushInsights(db);
  await db.deleteFrom("insight_counts").execute();
  const headers = { accept: "text/html", "user-agent": "Firefox" };
  for (const path of [
    ...["/setup", "/setup.md", "/~search", "/~search?q=install", "/llms.txt", "/llms-full.txt"],
    ...["/none", "/none.html", "/none.png", "/old/start", "/robots.txt", "/~files/file1"],
  ]) {
    await get(path, { from: "10.0.0.1", headers });
  }
  await flushInsights(db);
  const rows = await db.selectFrom("insight_counts").selectAll().execute();
  const listed = rows.map((row) => [row.event, row.page, row.url_path, row.detail, row.events]);
  expect(listed.toSorted()).toEqual(
    [
      ["llms_request", "", "/llms-full.txt", "", 1],
      ["llms_request", "", "/llms.txt", "", 1],
      ["page_markdown_request", setup, "/setup.md", "", 1],
      ["page_view", "", "/none", "", 1],
      ["page_view", "", "/none.html", "", 1],
      ["page_view", setup, "/setup", "", 1],
      ["search_open", "", "/~search", "", 1],
      ["search_type_query", "", "/~search", "install", 1],
    ].toSorted(),
  );
});

describe("the feedback about a page", () => {
  const headers = { "user-agent": "Firefox" };
  const send = (fields: Record<string, string>, from = "10.0.0.1") =>
    get("/~feedback", {
      ...{ method: "POST", headers, from, body: new URLSearchParams(fields).toString() },
    });
  const count = async () => {
    const { db } = fixture.workspace;
    await flushInsights(db);
    const rows = await db
      .selectFrom("insight_counts")
      .selectAll()
      .where("event", "=", "page_post_feedback")
      .execute();
    return rows.map(({ page, rating, url_path, events }) => [page, rating, url_path, events]);
  };

  test("is counted once a day for each visitor and page, if the site asks for it", async () => {
    const { workspace, admin } = fixture;
    const of = fixture.of(siteId);
    const put = (settings: object) => workspace.ok(admin, customization.put, { ...of, settings });
    expect((await send({ page: setup ?? "", rating: "good" })).status).toBe(404);
    expect((await get("/setup")).text).not.toContain('<form class="feedback"');
    await put({ feedback: { enabled: true } });
    const { text } = await get("/setup");
    expect(text).toContain(`<input type="hidden" name="page" value="${setup}">`);
    for (const rating of ["good", "ok", "bad"]) {
      expect(text).toContain(`<button name="rating" value="${rating}">`);
    }
    const answer = await send({ page: setup ?? "", rating: "good" });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    expect(answer.text).toContain('<a href="/setup">Set-up</a>');
    await send({ page: setup ?? "", rating: "bad" });
    await send({ page: setup ?? "", rating: "bad" }, "10.0.0.2");
    await send({ page: home ?? "", rating: "ok" });
    expect((await count()).toSorted()).toEqual(
      [
        [home, "ok", "/", 1],
        [setup, "bad", "/setup", 1],
        [setup, "good", "/setup", 1],
      ].toSorted(),
    );
    for (const fields of [
      { page: "none", rating: "good" },
      { page: setup ?? "", rating: "great" },
    ]) {
      expect((await send(fields, "10.0.0.3")).status).toBe(404);
    }
    expect(await count()).toHaveLength(3);
    await put({});
  });
});
