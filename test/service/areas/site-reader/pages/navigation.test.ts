import { describe, expect, test } from "vitest";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import {
  renderBreadcrumbs,
  renderNavigation,
  renderNeighbors,
  renderOutline,
} from "../../../../../src/service/areas/site-reader/pages/navigation.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { page, publish, tree } from "../../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../../published/fixture.ts";
import { openSitesFixture } from "../../sites/fixture.ts";
import { createTestView } from "../view.ts";

slowTest("groups of a large space share the entries, and the current page is listed", async () => {
  const fixture = await openSitesFixture();
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  const toPage = (group: number, at: number): ContentPage => ({
    id: `p${group}-${at}`,
    type: "document",
    title: `Page ${group}-${at}`,
    slug: `page-${at}`,
    pages: [],
  });
  await publish(fixture.workspace, space, (tree) => ({
    ...tree,
    pages: Array.from({ length: 50 }, (_, group) => ({
      id: `g${group}`,
      type: "group" as const,
      title: `Group ${group}`,
      slug: `group-${group}`,
      pages: Array.from({ length: 60 }, (_, at) => toPage(group, at)),
    })),
  }));
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const html = String((await requestSite(fixture, siteId, "/group-49/page-59")).body);
  const entries = [...html.matchAll(/>Page (\d+)-(\d+)</g)].map(([, group]) => Number(group));
  expect(new Set(entries).size).toBe(50);
  expect(entries.filter((group) => group === 0)).toHaveLength(20);
  expect(entries.filter((group) => group === 49).length).toBeGreaterThanOrEqual(60);
  expect(html).toContain('aria-current="page"');
});

const plain = { outline: { siteSpaces: { guide: {} } }, current: "guide" };
const createPages = (count: number, fields: Partial<ContentPage> = {}) =>
  Array.from({ length: count }, (_, at) => page(`p${at}`, fields));

/** Links are their text, the current one with a star, and lists are in brackets. */
async function summarize(pages: readonly ContentPage[], here?: string) {
  const content = tree(pages);
  const view = createTestView({ ...plain, tree: content });
  const current = here === undefined ? undefined : getTreeIndex(content).pages.get(here);
  const { source } = await renderNavigation(view, content, current);
  return source
    .replace(/^.*?<div class="tree">|<\/div><\/nav>$/g, "")
    .replaceAll(/ aria-current="page"[^>]*>/g, ">*")
    .replaceAll("<ul>", "[")
    .replaceAll("</ul>", "]")
    .replaceAll("</li>", " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(" ]", "]");
}

describe("the table of contents", () => {
  const nested = [
    page("a", { pages: [page("b", { pages: [page("c")] })] }),
    page("g", { type: "group", pages: [page("d"), page("e", { hidden: true })] }),
    page("h", { hidden: true, pages: [page("i")] }),
  ];

  test("has all visible pages of a small space, with the current one", async () => {
    expect(await summarize(nested)).toBe("[a[b[c]] g[d]]");
    expect(await summarize(nested, "b")).toBe("[a[*b[c]] g[d]]");
    expect(await summarize([])).toBe("");
  });

  test("of a large space has the pages below groups and above the current page only", async () => {
    const small = [...nested, ...createPages(22)];
    const rest = createPages(22)
      .map(({ id }) => ` ${id}`)
      .join("");
    expect(await summarize(small)).toBe(`[a[b[c]] g[d]${rest}]`);
    const large = [...small, page("last")];
    expect(await summarize(large)).toBe(`[a g[d]${rest} last]`);
    expect(await summarize(large, "b")).toBe(`[a[*b[c]] g[d]${rest} last]`);
    expect(await summarize(large, "c")).toBe(`[a[b[*c]] g[d]${rest} last]`);
  });

  test("has at most 300 pages of a list, around the current one", async () => {
    const list = async (count: number, here?: string) => {
      const text = await summarize(createPages(count), here);
      const names = text.slice(1, -1).split(" ");
      return [names.length, names[0], names.at(-1)];
    };
    expect(await list(300)).toEqual([300, "p0", "p299"]);
    expect(await list(301)).toEqual([300, "p0", "p299"]);
    expect(await list(700, "p10")).toEqual([300, "p0", "p299"]);
    expect(await list(700, "p400")).toEqual([300, "p250", "p549"]);
    expect(await list(700, "p699")).toEqual([300, "p400", "*p699"]);
  });

  test("shows links, marks of the way to the current page, emoji and text without a target", async () => {
    const pages = [
      page("a", { title: "A & B", emoji: "🦊", pages: [page("b")] }),
      page("l", { type: "link", target: { kind: "url", url: "javascript:alert(1)" } } as object),
      page("r", { title: "שלום" }),
    ];
    const content = tree(pages);
    const view = createTestView({ ...plain, tree: content });
    const current = getTreeIndex(content).pages.get("b");
    const { source } = await renderNavigation(view, content, current);
    expect(source).toBe(
      [
        '<nav class="pages" aria-label="Pages"><details class="fold"><summary>Pages</summary></details><div class="tree"><ul>',
        '<li><a href="/at/guide/" class="above"><span class="emoji" aria-hidden="true">🦊</span> A &amp; B</a>',
        '<ul><li><a href="/at/guide/a/b" aria-current="page" class="above">b</a></li></ul></li>',
        "<li><span>l</span></li>",
        '<li><a href="/at/guide/r"><bdi>שלום</bdi></a></li></ul></div></nav>',
      ].join(""),
    );
  });
});

describe("a page has links to", () => {
  const content = tree([
    page("a", { pages: [page("b")] }),
    page("g", { type: "group", title: "Group", pages: [page("c", { pages: [page("d")] })] }),
    page("h", { hidden: true }),
  ]);
  const at = (id: string) => {
    const treePage = getTreeIndex(content).pages.get(id);
    if (!treePage) throw new Error(`There is no page ${id}.`);
    return treePage;
  };
  const view = createTestView({ ...plain, tree: content });

  test("the pages above it", () => {
    const render = (id: string) => renderBreadcrumbs(view, content, at(id)).source;
    expect(render("a")).toBe("");
    expect(render("b")).toBe(
      `<nav class="above" aria-label="${view.words.breadcrumbs}"><ol><li><a href="/at/guide/">a</a></li></ol></nav>`,
    );
    expect(render("d")).toBe(
      `<nav class="above" aria-label="${view.words.breadcrumbs}"><ol><li>Group</li><li><a href="/at/guide/g/c">c</a></li></ol></nav>`,
    );
  });

  test("the previous and the next page, unless it is hidden or the site has none", () => {
    const render = (id: string, of = view) => renderNeighbors(of, content, at(id)).source;
    const frame = (...links: readonly string[]) =>
      `<nav class="neighbours" aria-label="${view.words.neighbors}">${links.join("")}</nav>`;
    const toPrevious = (href: string, title: string) =>
      `<a class="before" rel="prev" href="${href}"><span>${view.words.previous}</span> <strong>${title}</strong></a>`;
    const toNext = (href: string, title: string) =>
      `<a class="after" rel="next" href="${href}"><span>${view.words.next}</span> <strong>${title}</strong></a>`;
    expect(render("a")).toBe(frame(toNext("/at/guide/a/b", "b")));
    expect(render("b")).toBe(frame(toPrevious("/at/guide/", "a"), toNext("/at/guide/g/c", "c")));
    expect(render("d")).toBe(frame(toPrevious("/at/guide/g/c", "c")));
    expect(render("h")).toBe("");
    const look = { pagination: { enabled: false } };
    expect(render("b", createTestView({ ...plain, tree: content, look }))).toBe("");
    const only = tree([page("one")]);
    const one = getTreeIndex(only).pages.get("one");
    expect(one && renderNeighbors(view, only, one).source).toBe("");
  });

  test("its headings, if it has at least two, and to at most 200", () => {
    const createHeading = (at: number) => ({ id: `h ${at}`, title: `Heading ${at}`, level: 2 });
    const headings = (count: number) =>
      Array.from({ length: count }, (_, index) => createHeading(index)) as never;
    expect(renderOutline(view, headings(1)).source).toBe("");
    const title = view.words.onThisPage;
    expect(renderOutline(view, headings(2)).source).toBe(
      `<nav class="outline" aria-label="${title}"><p class="title">${title}</p><details class="fold"><summary>${title}</summary></details><ul><li class="level-2"><a href="#h%200">Heading 0</a></li><li class="level-2"><a href="#h%201">Heading 1</a></li></ul></nav>`,
    );
    const { source } = renderOutline(view, headings(201));
    expect([source.split("<li").length - 1, source.includes("#h%20200")]).toEqual([200, false]);
  });
});
