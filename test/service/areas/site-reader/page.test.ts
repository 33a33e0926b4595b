/** Parts of a page that its layout hides, and emoji in titles. */
import { beforeAll, describe, expect, test } from "vitest";
import type { PageLayout } from "../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../src/service/areas/content/tree/tree-index.ts";
import { findPage, isIndexed } from "../../../../src/service/areas/site-reader/page.ts";
import type { SiteView } from "../../../../src/service/areas/site-reader/site-view.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { page, publish, publishPages, tree } from "../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const markdown = "Text.\n\n## First part :rocket:\n\nMore.\n\n## Second part\n\nEnd.\n";

async function openSite() {
  const fixture = await openSitesFixture();
  const { workspace } = fixture;
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  await publishPages(workspace, space, [
    { title: "Home", markdown: "[to](guide.md#second-part)\n" },
    { title: ":books: Guide", slug: "guide", description: "All :sparkles: of it", markdown },
    { title: "Last :tada:", slug: "last", markdown: "See [](guide.md#first-part-rocket).\n" },
  ]);
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const layOut = (layout: PageLayout) =>
    publish(workspace, space, (tree) => ({
      ...tree,
      pages: tree.pages.map((page) =>
        page.slug === "guide"
          ? {
              ...page,
              layout,
              cover: { ref: { kind: "url", url: "https://x.example/c.png" }, yPos: 0 },
            }
          : page,
      ),
    }));
  const open = async (path: string) => String((await requestSite(fixture, siteId, path)).body);
  return { layOut, open };
}

/** Each part of a page, by the setting that hides it. */
const parts: Readonly<Record<string, RegExp>> = {
  title: /<h1>/,
  description: /<p class="lead-in">/,
  cover: /<img class="top-cover/,
  tableOfContents: /<nav class="pages"/,
  outline: /<nav class="outline"/,
  pagination: /<nav class="neighbours"/,
  metadata: /<p class="time">/,
  anchors: /<div class="text">/,
};

describe("a layout", () => {
  /** One for all tests, each of which lays out the page anew. */
  let site: Awaited<ReturnType<typeof openSite>>;

  beforeAll(async () => {
    site = await openSite();
  });

  test("shows all parts by default", async () => {
    const { layOut, open } = site;
    await layOut({});
    const html = await open("/guide");
    for (const [name, part] of Object.entries(parts)) expect(html, name).toMatch(part);
  });

  test.each(Object.keys(parts))("without %s hides only this part", async (hidden) => {
    const { layOut, open } = site;
    await layOut({ [hidden]: false });
    const html = await open("/guide");
    for (const [name, part] of Object.entries(parts)) {
      if (name === hidden) expect(html, name).not.toMatch(part);
      else expect(html, name).toMatch(part);
    }
    // Screen readers and search engines still have a title.
    expect(html).toMatch(/<h1[^>]*>📚 Guide|<h1 class="unseen">📚 Guide/);
  });

  test.each(["hero", "full", "background"] as const)("has a cover of the size %s", async (size) => {
    const { layOut, open } = site;
    await layOut({ coverSize: size, coverMask: "radial" });
    expect(await open("/guide")).toContain(`<img class="top-cover ${size} radial"`);
  });
});

slowTest(
  "short codes in titles, descriptions and headings are emoji wherever they are shown",
  async () => {
    const { open } = await openSite();
    const guide = await open("/guide");
    for (const part of [
      "<title>📚 Guide",
      "<h1>📚 Guide",
      '<p class="lead-in">All ✨ of it',
      'content="All ✨ of it"',
      ">First part 🚀</a>",
      ">Last 🎉</a>",
      "<strong>Last 🎉</strong>",
    ]) {
      expect(guide).toContain(part);
    }
    for (const path of ["/", "/guide", "/last", "/~search?q=part", "/~search?q=guide"]) {
      expect(await open(path), path).not.toMatch(/:(?:books|rocket|tada|sparkles):/);
    }
  },
);

slowTest(
  "a title from right to left has its direction, and does not reorder other words",
  async () => {
    const fixture = await openSitesFixture();
    const siteId = await fixture.site();
    const space = await fixture.space("Docs");
    await fixture.add(siteId, space);
    await publishPages(fixture.workspace, space, [
      { title: "Home", markdown: "Text\n" },
      {
        title: "שלום (Hello)",
        slug: "guide",
        description: "תיאור",
        markdown: "## כותרת\n\n## Two\n",
      },
      { title: "Last", slug: "last", markdown: "Text\n" },
    ]);
    await publishSite(fixture, siteId);
    await fixture.change(siteId, { visibility: "public" });
    const open = async (path: string) => String((await requestSite(fixture, siteId, path)).body);
    const guide = await open("/guide");
    for (const part of [
      '<h1 dir="auto">שלום (Hello)',
      '<p class="lead-in" dir="auto">',
      "<bdi>שלום (Hello)</bdi></a>",
      "<bdi>כותרת</bdi></a>",
      ">Two</a>",
    ]) {
      expect(guide).toContain(part);
    }
    expect(await open("/last")).toContain("<strong><bdi>שלום (Hello)</bdi></strong>");
    expect(await open("/~search?q=hello")).toContain("<bdi>שלום (Hello)</bdi></a>");
  },
);

describe("a path in a space", () => {
  const content = tree([
    page("home"),
    page("guides", { type: "group", pages: [page("start"), page("next")] }),
    page("void", { type: "group" }),
    page("group", { type: "group" }),
    page("read.me"),
  ]);
  const createMatch = (id: string, format = "html") => ({ page: id, format });

  test.each([
    ["", null, createMatch("home")],
    ["home", null, { moved: "" }],
    ["guides", null, { moved: "guides/start" }],
    ["guides/start", null, createMatch("start")],
    ["guides/start/", null, { moved: "guides/start" }],
    ["void", null, "nothing"],
    ["none", null, "nothing"],
    ["guides/start.md", null, createMatch("start", "markdown")],
    ["home.md", null, createMatch("home", "markdown")],
    ["index.md", null, createMatch("home", "markdown")],
    [".md", null, createMatch("home", "markdown")],
    ["guides.md", null, "nothing"],
    ["none.md", null, "nothing"],
    ["rss.xml", null, createMatch("home", "rss")],
    ["guides/start/rss.xml", null, createMatch("start", "rss")],
    ["guides/startrss.xml", null, "nothing"],
    ["guides/rss.xml", null, "nothing"],
    ["read.me", null, createMatch("read.me")],
    ["", "next", createMatch("next")],
    ["guides/next", "next", { moved: "" }],
    ["home", "next", createMatch("home")],
    ["index.md", "next", createMatch("next", "markdown")],
    ["", "gone", createMatch("home")],
  ])("%j with the home page %j is %j", (path, page_id, expected) => {
    const siteSpace = createPartial<Parameters<typeof findPage>[2]>({ page_id });
    const match = findPage(content, path, siteSpace);
    const result =
      match.kind === "page"
        ? { page: match.treePage.page.id, format: match.format }
        : match.kind === "moved"
          ? { moved: match.path }
          : match.kind;
    expect(result).toEqual(expected);
  });

  test("of an empty space leads to nothing", () => {
    const siteSpace = createPartial<Parameters<typeof findPage>[2]>({ page_id: null });
    for (const path of ["", "index.md", "rss.xml"]) {
      expect(findPage(tree([]), path, siteSpace)).toEqual({ kind: "nothing" });
    }
  });
});

test.each([
  [{}, {}, true],
  [{ noIndex: false, noRobotsIndex: false }, {}, true],
  [{ noIndex: true }, {}, false],
  [{ noRobotsIndex: true }, {}, false],
  [{ hidden: true }, {}, false],
  [{}, { visibility: "unlisted" }, false],
  [{}, { visibility: "visitor-auth" }, false],
  [{}, { preview: true }, false],
])(
  "a page with %j on a site with %j is indexed: %s",
  (fields, { preview = false, ...site }: { preview?: boolean; visibility?: string }, expected) => {
    const treePage = getTreeIndex(tree([page("p", fields)])).pages.get("p");
    const view = createPartial<SiteView>({ site: { visibility: "public", ...site }, preview });
    expect(treePage && isIndexed(view, treePage)).toBe(expected);
  },
);
