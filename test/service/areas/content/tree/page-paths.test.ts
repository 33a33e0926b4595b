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
    page("one", { slug: "first", title: "Größe" }),
    page("two", { slug: "second", title: "Größe" }),
    page("symbols", { slug: "third", title: "???" }),
    page("current", { slug: "fourth", title: "First" }),
  ]);
  const find = (path: string) => findPageAtPath(content, path)?.page.id;
  expect(["größe", "first", "page", "fourth"].map(find)).toEqual([
    ...["one", "one", "symbols", "current"],
  ]);
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
