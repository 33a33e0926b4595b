/** Lookup of pages by path. */
import { describe, expect, test } from "vitest";
import {
  findBrokenRedirects,
  findPageAtPath,
} from "../../../../../src/service/areas/content/tree/page-paths.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

describe("a page in a group with another name than the folder of its file", () => {
  const content = tree([
    page("g", {
      ...{ type: "group", slug: "guides", title: "Guides" },
      pages: [
        page("start", { slug: "start", location: "intro/start/README.md" }),
        page("setup", { slug: "setup", location: "intro/Set up.md" }),
        page("intro", { slug: "intro", location: "guides.md" }),
      ],
    }),
    page("other", { slug: "other", location: "other.md" }),
  ]);
  const find = (path: string) => findPageAtPath(content, path)?.page.id;

  test.each([
    ["guides/start", "start"],
    ["Guides/START", "start"],
    ["intro/start", "start"],
    ["/intro/start/", "start"],
    ["guides/setup", "setup"],
    ["other", "other"],
    // The group has this path itself.
    ["guides", "g"],
    ["intro", undefined],
    ["intro/none", undefined],
    // Such a path is the page as Markdown.
    ["intro/start/README.md", undefined],
  ])("%s leads to %s", (path, id) => {
    expect(find(path)).toBe(id);
  });
});

test("a redirect without a page as destination is reported, and the others are not", () => {
  const pages = [page("setup", { location: "setup.md" })];
  const redirects = { "old/setup": "setup", "old/file": "setup.md", "old/gone": "gone" };
  const faults = findBrokenRedirects(tree(pages, { redirects }));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain("old/gone");
  expect(findBrokenRedirects(tree(pages))).toEqual([]);
});

test("pages below a page without a path have the former path of their parents", () => {
  const content = tree([
    page("top", {
      ...{ slug: "above", title: "Top Title" },
      pages: [
        page("link", {
          ...{ type: "link", slug: undefined as never, target: { kind: "url", url: "x:" } },
        }),
        page("inner", { slug: "in", title: "Inner Title" }),
      ],
    }),
  ]);
  const find = (path: string) => findPageAtPath(content, path)?.page.id;
  expect(find("above/in")).toBe("inner");
  expect(find("top-title/inner-title")).toBe("inner");
  expect(find("top-title/in")).toBe("inner");
  expect(find("above/inner-title")).toBe("inner");
  expect(find("top-title")).toBe("top");
  expect([find("top-title/link"), find("inner-title"), find("in")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test("a former path leads to the first page that had it, unless a page has it now", () => {
  const content = tree([
    page("current", { slug: "fourth", title: "First" }),
    page("one", { slug: "first", title: "Größe" }),
    page("two", { slug: "second", title: "Größe" }),
    page("symbols", { slug: "third", title: "???" }),
  ]);
  const find = (path: string) => findPageAtPath(content, path)?.page.id;
  expect(["größe", "GRÖßE", "first", "page", "fourth"].map(find)).toEqual([
    ...["one", "one", "one", "symbols", "current"],
  ]);
});

test.each([
  ["old", "target"],
  ["/Old/", "target"],
  // The path of a page precedes a redirect, and a redirect precedes a former path.
  ["target", "target"],
  ["title", "target"],
  ["gone", undefined],
  ["elsewhere", "inner"],
])("with redirects, %s leads to %s", (path, id) => {
  const pages = [
    page("target", { slug: "target" }),
    page("other", { slug: "other", title: "Title" }),
    page("above", { slug: "above", title: "Über", pages: [page("inner", { slug: "in" })] }),
  ];
  const redirects = {
    ...{ old: "target", target: "other", title: "target.md", gone: "none" },
    elsewhere: "above/in.md",
  };
  expect(findPageAtPath(tree(pages, { redirects }), path)?.page.id).toBe(id);
});

test("the case of letters does not matter, also below a page with a former path", () => {
  const pages = [page("above", { title: "Top Title", pages: [page("in", { title: "Inner" })] })];
  for (const path of ["above/in", "Above/IN", "TOP-title/Inner", "Above/INNER", "Top-Title/In"]) {
    expect([path, findPageAtPath(tree(pages), path)?.page.id]).toEqual([path, "in"]);
  }
});

test("a group has no file, so its former path follows its title", () => {
  const group = page("g", { type: "group", slug: "g", title: "Größe", location: "x/other.md" });
  const find = (path: string) => findPageAtPath(tree([group]), path)?.page.id;
  expect(["größe", "other", "x/other"].map(find)).toEqual(["g", undefined, undefined]);
});

test("the former path of a page with a file follows the file, also below a page without a path", () => {
  const content = tree([
    page("above", {
      ...{ slug: "above", title: "Top Title" },
      pages: [
        page("g", {
          ...{ type: "group", slug: undefined as never },
          pages: [page("inner", { slug: "groesse", title: "Title", location: "x/Größe.md" })],
        }),
      ],
    }),
  ]);
  const find = (path: string) => findPageAtPath(content, path)?.page.id;
  expect(["top-title/größe", "top-title/groesse", "top-title/title"].map(find)).toEqual([
    ...["inner", "inner", undefined],
  ]);
});
