import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import {
  assignLocations,
  haveSameUrls,
  isInside,
  toRelativeReference,
} from "../../../../../src/service/areas/git/files/locations.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const file = (id: string, name: string, location?: string) => ({
  ...{ id, name, contentType: "image/png", hash: "h", size: 1, ...(location && { location }) },
});

describe("the locations of a space in a repository", () => {
  test("are those that it has, and others are derived from slugs and names", () => {
    const content = tree(
      [
        page("first", { title: "Welcome" }),
        page("group", {
          type: "group",
          title: "Guides & more",
          pages: [
            page("leaf", { title: "Leaf", slug: "leaf-page" }),
            page("parent", {
              title: "Parent",
              slug: "parent",
              pages: [page("child", { title: "Child" })],
            }),
            page("kept", {
              title: "Kept",
              location: "Docs/Kept.MD",
              pages: [page("below", { title: "Below" })],
            }),
            page("readme", {
              title: "Readme",
              location: "docs/README.md",
              pages: [page("inside", { title: "Inside" })],
            }),
          ],
        }),
        page("link", { type: "link", title: "Link", pages: [] }),
        page("untitled", { title: "***" }),
        page("former", { title: "Former" }),
        page("outside", { title: "Outside", location: "../outside.md" }),
        page("git", { title: "Git", location: ".git/config" }),
        page("twin", { title: "Twin", location: "Docs/Kept.MD" }),
        page("upper", { title: "Welcome", slug: "README" }),
        { id: "titled", type: "document", title: "No slug", pages: [] },
        { id: "signs", type: "document", title: "!!!", pages: [] },
      ],
      {
        files: [
          file("f1", "a/b\\c.png"),
          file("f2", "a-b-c.png"),
          file("f3", "..hidden"),
          file("f4", "..."),
          file("f5", "tar.gz.zip"),
          file("f6", "x", "images/x.png"),
          file("f7", "A-B-C.PNG"),
        ],
      },
    );
    const former = new Map([
      ["former", "old/former.md"],
      ["kept", "old/kept.md"],
      ["first", "docs/README.md"],
      ["f5", "old/archive.zip"],
    ]);
    expect(Object.fromEntries(assignLocations(content, former, "README.md"))).toEqual({
      // The first page without a location.
      leaf: "README.md",
      first: "docs/README.md",
      parent: "group/parent/README.md",
      child: "group/parent/child.md",
      kept: "Docs/Kept.MD",
      below: "Docs/Kept/below.md",
      readme: "group/readme/README.md",
      inside: "group/readme/inside.md",
      untitled: "untitled.md",
      former: "old/former.md",
      outside: "outside.md",
      git: "git.md",
      twin: "twin.md",
      upper: "README-1.md",
      titled: "no-slug.md",
      signs: "page.md",
      f1: ".gitbook/assets/a-b-c.png",
      f2: ".gitbook/assets/a-b-c-1.png",
      f3: ".gitbook/assets/hidden",
      f4: ".gitbook/assets/file",
      f5: "old/archive.zip",
      f6: "images/x.png",
      f7: ".gitbook/assets/A-B-C-2.PNG",
    });
  });

  test.each([
    ["a.md", true],
    ["a/b.md", true],
    ["", false],
    ["/a.md", false],
    ["a//b.md", false],
    ["./a.md", false],
    ["../a.md", false],
    ["a/../b.md", false],
    [".git/a.md", false],
  ])("%j is inside the content: %s", (path, expected) => {
    expect(isInside(path)).toBe(expected);
  });
});

const locations = new Map([
  ["p1", "guides/one.md"],
  ["p2", "README.md"],
  ["f1", ".gitbook/assets/a b#1.png"],
  ["r1", ".gitbook/includes/note.md"],
]);

describe("a reference in a file of a repository", () => {
  test.each<[string, ContentReference, ContentReference]>([
    ["to a page", { kind: "page", page: "p1" }, { kind: "url", url: "../guides/one.md" }],
    ["to the first page", { kind: "page", page: "p2" }, { kind: "url", url: "../" }],
    [
      "to an anchor of a page",
      { kind: "anchor", page: "p1", anchor: "a" },
      { kind: "url", url: "../guides/one.md#a" },
    ],
    [
      "to an anchor of the page itself",
      { kind: "anchor", anchor: "a" },
      { kind: "url", url: "#a" },
    ],
    [
      "to a file",
      { kind: "file", file: "f1" },
      { kind: "url", url: "../.gitbook/assets/a b%231.png" },
    ],
    [
      "to reusable content",
      { kind: "reusable-content", reusableContent: "r1" },
      { kind: "url", url: "../.gitbook/includes/note.md" },
    ],
    [
      "to unknown reusable content",
      { kind: "reusable-content", reusableContent: "r9" },
      { kind: "reusable-content", reusableContent: "r9" },
    ],
    ["to an unknown page", { kind: "page", page: "p9" }, { kind: "page", page: "p9" }],
    [
      "to a page of another space",
      { kind: "page", page: "p1", space: "S2" },
      { kind: "page", page: "p1", space: "S2" },
    ],
    ["to a space", { kind: "space", space: "S2" }, { kind: "space", space: "S2" }],
    [
      "to a URL",
      { kind: "url", url: "https://example.com/" },
      { kind: "url", url: "https://example.com/" },
    ],
  ])("%s", (_, ref, expected) => {
    expect(toRelativeReference(ref, "docs/two.md", locations)).toEqual(expected);
  });

  test("has the same URL on both sides, unless its target moved", () => {
    const side = (targets: ReadonlyMap<string, string>) => ({
      ...{ tree: tree([]), locations: new Map(), targets },
    });
    const moved = new Map([...locations, ["p1", "guides/two.md"]]);
    const [one, other] = [side(locations), side(moved)];
    const refs: ContentReference[] = [{ kind: "page", page: "p2" }];
    expect(haveSameUrls(refs, "a.md", one, other)).toBe(true);
    expect(haveSameUrls([...refs, { kind: "page", page: "p1" }], "a.md", one, other)).toBe(false);
    expect(haveSameUrls([], "a.md", one, other)).toBe(true);
  });
});
