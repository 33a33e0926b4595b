/** Lookup of pages by path. */
import { describe, expect, test } from "vitest";
import { findPageAtPath } from "../../../../../src/service/areas/content/tree/page-paths.ts";
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
