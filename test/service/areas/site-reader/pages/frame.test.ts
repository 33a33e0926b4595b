import { describe, expect, test } from "vitest";
import {
  renderAnnouncement,
  renderFooter,
  renderHeader,
} from "../../../../../src/service/areas/site-reader/pages/frame.ts";
import { createTestView } from "../view.ts";

type Options = Parameters<typeof createTestView>[0];

const plain = { outline: { siteSpaces: { guide: {} } }, current: "guide" };
const deleted = { deleted_at: "2026-03-01T00:00:00.000Z" };

async function header(options: Partial<Options> = {}, query?: string) {
  return (await renderHeader(createTestView({ ...plain, ...options }), query)).source;
}

/** The part of the header that begins with a tag. */
function cut(source: string, start: RegExp, end: string): string {
  const from = source.search(start);
  return from < 0 ? "" : source.slice(from, source.indexOf(end, from) + end.length);
}

const readSections = (source: string) => cut(source, /<nav class="sections"/, "</nav>");
const readMenu = (source: string) => cut(source, /<ul class="links"/, "</ul>\n");
const readVariants = (source: string) =>
  cut(source, /<details class="menu variants"/, "</details>");
const to = (url: string) => ({ kind: "url" as const, url });

describe("the header", () => {
  test("has the title of the site, or that of the customization, and a search", async () => {
    expect(await header()).toBe(`<header class="top">
<div class="bar">
<a class="home" href="/docs"><span>Docs</span></a>

<form class="search" role="search" action="/docs/~search">
<input type="search" name="q" aria-label="Search" placeholder="Search" maxlength="200">
<button>Search</button>
</form>
</div>
</header>`);
    const named = await header({ look: { title: "A & B", favicon: { emoji: "🦊" } } }, "x<y");
    expect(named).toContain(
      '<a class="home" href="/docs"><span class="emoji" aria-hidden="true">🦊</span><span>A &amp; B</span></a>',
    );
    expect(named).toContain('placeholder="Search" value="x&lt;y" maxlength="200"');
  });

  test("has the logo instead of the title, by day and by night", async () => {
    const logo = { light: "https://example.com/l.png", dark: "https://example.com/d.png" };
    const source = await header({ look: { favicon: { emoji: "🦊" }, header: { logo } } });
    expect(cut(source, /<a class="home"/, "</a>")).toBe(
      '<a class="home" href="/docs"><img class="by-day" src="https://example.com/l.png" alt="Docs"><img class="by-night" src="https://example.com/d.png" alt="Docs"></a>',
    );
  });

  test("has links, buttons and menus, and text for a link without a target", async () => {
    const links = [
      { title: "Blog", links: [], to: to("https://example.com/blog") },
      { title: "Inner", links: [], to: to("/guide") },
      { title: "Other host", links: [], to: to("//example.com/x") },
      { title: "Script", links: [], to: to("javascript:alert(1)") },
      { title: "None", links: [], to: null },
      { title: "One", style: "button-primary" as const, links: [], to: to("https://a.example/") },
      { title: "Two", style: "button-secondary" as const, links: [], to: to("https://b.example/") },
      { title: "More", to: null, links: [{ title: "Deep", to: to("https://c.example/") }] },
    ];
    const source = await header({ look: { header: { links } } });
    expect(source).toContain(
      [
        '<ul class="links" aria-label="Links">',
        '<li><a href="https://example.com/blog">Blog</a></li>',
        '<li><a href="/docs/guide">Inner</a></li>',
        '<li><a href="//example.com/x">Other host</a></li>',
        "<li><span>Script</span></li>",
        "<li><span>None</span></li>",
        '<li><a href="https://a.example/" class="button primary">One</a></li>',
        '<li><a href="https://b.example/" class="button secondary">Two</a></li>',
        '<li><details class="menu"><summary>More</summary><ul><li><a href="https://c.example/">Deep</a></li></ul></details></li></ul>',
      ].join(""),
    );
    const root = { ...plain, look: { header: { links: links.slice(1, 2) } } };
    const view = createTestView({ ...root, view: { buildHref: (part) => part || "/" } });
    expect((await renderHeader(view, undefined)).source).toContain('<a href="/guide">Inner</a>');
    expect(readMenu(await header())).toBe("");
  });

  test("lists sections, groups and links with the current one, in the language of the space", async () => {
    const french = { localized_title: '{"fr":"Aide"}' };
    const outline = {
      groups: { d: { title: "More", ...french }, e: { parent_id: "d" }, f: {} },
      sections: {
        a: { title: "Guide" },
        b: { title: "Empty" },
        c: { title: "Hidden" },
        g: { group_id: "e", ...french },
      },
      links: {
        x: { title: "Status", url: "https://status.example/" },
        y: { url: "javascript:alert(1)" },
      },
      siteSpaces: {
        guide: { section_id: "a" },
        hidden: { section_id: "c", hidden: 1 },
        inner: { section_id: "g", space_language: "fr" },
        gone: { section_id: "b", ...deleted },
      },
    };
    const list = (items: readonly string[]) =>
      `<nav class="sections" aria-label="Sections"><ul>${items.join("")}</ul></nav>`;
    const link = (at: string, title: string, isCurrent = false) =>
      `<li><a href="${at}"${isCurrent ? ' aria-current="true"' : ""}>${title}</a></li>`;
    const menu = (title: string, inner: string, name = "menu") =>
      `<li><details class="${name}"><summary>${title}</summary><ul>${inner}</ul></details></li>`;
    const status = link("https://status.example/", "Status");
    expect(readSections(await header({ outline, current: "guide" }))).toBe(
      list([
        link("/at/guide/", "Guide", true),
        menu("More", menu("e", link("/at/inner/", "g"))),
        status,
      ]),
    );
    expect(readSections(await header({ outline, current: "hidden" }))).toBe(
      list([
        link("/at/guide/", "Guide"),
        link("/at/hidden/", "Hidden", true),
        menu("More", menu("e", link("/at/inner/", "g"))),
        status,
      ]),
    );
    const here = "menu here";
    expect(readSections(await header({ outline, current: "inner" }))).toBe(
      list([
        link("/at/guide/", "Guide"),
        menu("Aide", menu("e", link("/at/inner/", "Aide", true), here), here),
        status,
      ]),
    );
    const single = { sections: { a: {} }, siteSpaces: { guide: { section_id: "a" } } };
    expect(readSections(await header({ outline: single }))).toBe("");
    expect(readSections(await header())).toBe("");
  });

  test("lists the variants of the section, at the same path", async () => {
    const outline = {
      sections: { s: {}, t: {} },
      siteSpaces: {
        a: { section_id: "s", space_title: "English" },
        b: { section_id: "s", space_title: "Deutsch" },
        c: { section_id: "s", hidden: 1 },
        d: { section_id: "t" },
        e: { section_id: "s", ...deleted },
      },
    };
    const variants = (summary: string, items: readonly string[]) =>
      `<details class="menu variants"><summary><span class="unseen">Variant: </span>${summary}</summary><ul>${items.join("")}</ul></details>`;
    const current = ' aria-current="true"';
    for (const [path, href] of [
      ["", "/at/b/"],
      ["~search", "/at/b/"],
      ["start/here", "/at/b/start/here?fallback=true"],
    ] as const) {
      expect(readVariants(await header({ outline, current: "a", path }))).toBe(
        variants("English", [
          `<li><a href="/at/a/"${current}>English</a></li>`,
          `<li><a href="${href}">Deutsch</a></li>`,
        ]),
      );
    }
    expect(readVariants(await header({ outline, current: "c" }))).toBe(
      variants("c", [
        '<li><a href="/at/a/">English</a></li>',
        '<li><a href="/at/b/">Deutsch</a></li>',
        `<li><a href="/at/c/"${current}>c</a></li>`,
      ]),
    );
    expect(readVariants(await header({ outline, current: "d" }))).toBe("");
  });
});

test("an announcement is shown only if it is enabled", () => {
  const announcement = { enabled: true, message: "Now <2>", style: "info" as const };
  const render = (look: Options["look"]) =>
    renderAnnouncement(createTestView({ ...plain, ...(look && { look }) })).source;
  expect(render({ announcement })).toBe(
    '<div class="announcement info" role="region" aria-label="Announcement"><p>Now &lt;2&gt;</p></div>\n',
  );
  expect(render({ announcement: { ...announcement, enabled: false } })).toBe("");
  expect(render(undefined)).toBe("");
});

test("a footer has groups of links, a copyright, both or nothing", async () => {
  const groups = [{ title: "Company", links: [{ title: "Jobs", to: to("https://j.example/") }] }];
  const render = async (footer: NonNullable<Options["look"]>["footer"]) =>
    (await renderFooter(createTestView({ ...plain, look: { ...(footer && { footer }) } }))).source;
  const list =
    '<div><p class="title">Company</p><ul><li><a href="https://j.example/">Jobs</a></li></ul></div>';
  expect(await render({ groups, copyright: "© A" })).toBe(
    `<footer class="bottom"><div class="groups">${list}</div><p class="copyright">© A</p></footer>`,
  );
  expect(await render({ groups })).toBe(
    `<footer class="bottom"><div class="groups">${list}</div></footer>`,
  );
  expect(await render({ copyright: "© A" })).toBe(
    '<footer class="bottom"><div class="groups"></div><p class="copyright">© A</p></footer>',
  );
  expect(await render(undefined)).toBe("");
});
