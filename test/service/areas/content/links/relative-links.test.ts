import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getAddress, parseReference } from "../../../../../src/document/reference-address.ts";
import {
  buildReferenceUrl,
  findPageAtLocation,
  getLinkBase,
  isExternal,
  isRelative,
  prepareLocations,
  resolveLocations,
  resolveTarget,
  toReference,
} from "../../../../../src/service/areas/content/links/relative-links.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree(
  [
    page("home"),
    page("guides", {
      type: "group",
      pages: [
        page("setup", { pages: [page("linux")] }),
        page("odd", { location: "docs/Odd name (1).md" }),
      ],
    }),
    page("site", { type: "link", target: { kind: "url", url: "https://example.com" } }),
  ],
  {
    files: [
      { id: "logo", name: "my logo.png", contentType: "image/png", hash: "0", size: 1 },
      {
        id: "plan",
        name: "plan.pdf",
        contentType: "x/y",
        hash: "0",
        size: 1,
        location: "docs/plan.pdf",
      },
    ],
    reusableContents: [{ id: "note", title: "A note" }],
  },
);

test("pages and files are linked by their paths, or by their location in Git", () => {
  expect(Object.fromEntries(resolveLocations(content).of)).toEqual({
    home: "README.md",
    setup: "guides/setup/README.md",
    linux: "guides/setup/linux.md",
    odd: "docs/Odd name (1).md",
    logo: ".gitbook/assets/my logo.png",
    plan: "docs/plan.pdf",
    note: ".gitbook/includes/a-note.md",
  });
});

test.each([
  ["guides/setup/README.md", "README.md", { kind: "page", page: "setup" }],
  ["guides/setup", "README.md", { kind: "page", page: "setup" }],
  ["guides/setup/", "README.md", { kind: "page", page: "setup" }],
  ["./guides/setup.md", "README.md", { kind: "page", page: "setup" }],
  [
    "linux.md#step-1",
    "guides/setup/README.md",
    { kind: "anchor", page: "linux", anchor: "step-1" },
  ],
  ["../../README.md", "guides/setup/linux.md", { kind: "page", page: "home" }],
  ["/guides/setup/linux", "docs/Odd name (1).md", { kind: "page", page: "linux" }],
  ["docs/Odd%20name%20(1).md", "README.md", { kind: "page", page: "odd" }],
  ["plan.pdf", "docs/Odd name (1).md", { kind: "file", file: "plan" }],
  [".gitbook/assets/my%20logo.png", "README.md", { kind: "file", file: "logo" }],
  [
    ".gitbook/includes/a-note.md",
    "README.md",
    { kind: "reusable-content", reusableContent: "note" },
  ],
  ["#here", "README.md", { kind: "anchor", anchor: "here" }],
  ["/pages/unknown", "README.md", { kind: "page", page: "unknown" }],
  ["guides", "README.md", undefined],
  ["nowhere.md", "README.md", undefined],
  ["../outside.md", "README.md", undefined],
  ["https://example.com/README.md", "README.md", undefined],
  ["mailto:a@example.com", "README.md", undefined],
  ["//example.com", "README.md", undefined],
  ["%E0%A4%A", "README.md", undefined],
])("%s in %s leads to %j", (url, location, ref) => {
  expect(toReference(url, { tree: content, location })).toEqual(ref);
});

test("every written URL is read as the same reference", () => {
  const locations = [...resolveLocations(content).of.values()];
  for (const location of locations) {
    const from = { tree: content, location };
    for (const id of ["home", "setup", "linux", "odd"]) {
      expect(toReference(buildReferenceUrl({ kind: "page", page: id }, from), from)).toEqual({
        kind: "page",
        page: id,
      });
      const anchor = { kind: "anchor", page: id, anchor: "a-1" } as const;
      expect(toReference(buildReferenceUrl(anchor, from), from)).toEqual(anchor);
    }
    for (const file of ["logo", "plan"]) {
      const ref = { kind: "file", file } as const;
      expect(toReference(buildReferenceUrl(ref, from), from)).toEqual(ref);
    }
  }
});

test("references out of the space, and broken ones, are written by id and read back", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
  const space = fc.option(id, { nil: undefined });
  const ref = fc.oneof(
    fc.record({ kind: fc.constant("page" as const), page: id, space }),
    fc.record({ kind: fc.constant("file" as const), file: id, space }),
    fc.record({ kind: fc.constant("anchor" as const), page: id, anchor: id, space }),
    fc.record({ kind: fc.constant("space" as const), space: id }),
    fc.record({ kind: fc.constant("collection" as const), collection: id }),
    fc.record({ kind: fc.constant("user" as const), user: id }),
    fc.record({ kind: fc.constant("openapi" as const), spec: id }),
  );
  fc.assert(
    fc.property(ref, (one) => {
      expect(parseReference(getAddress(one))).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});

describe("a URL", () => {
  const from = { tree: content, location: "README.md" };

  test.each([
    ["a.md", false, true],
    ["a.md#part", false, true],
    ["?q=1", false, true],
    ["#part", false, false],
    ["a#", false, true],
    ["/pages/home", false, false],
    ["/guides", false, true],
    ["https://example.com", true, false],
    ["MAILTO:a@example.com", true, false],
    ["//example.com", true, false],
    ["1a:b", false, true],
  ])("%s is external: %s, and relative: %s", (url, external, relative) => {
    expect([isExternal(url), isRelative(url)]).toEqual([external, relative]);
  });

  test.each([
    ["guides/setup.md#", { kind: "page", page: "setup" }],
    ["guides/setup.md?q=1", { kind: "page", page: "setup" }],
    ["guides/setup.md?q=1#a%20b", { kind: "anchor", page: "setup", anchor: "a b" }],
    ["docs/plan.pdf#page=2", { kind: "url", url: "/files/plan#page=2" }],
    ["docs/plan.pdf#", { kind: "file", file: "plan" }],
    [".gitbook/includes/a-note.md#part", { kind: "reusable-content", reusableContent: "note" }],
    ["#", undefined],
    ["", undefined],
    ["?q=1", undefined],
    ["?q=1#here", { kind: "anchor", anchor: "here" }],
  ])("%j leads to %j", (url, ref) => {
    expect(toReference(url, from)).toEqual(ref);
    const written = { kind: "url", url } as const;
    const isFragment = ref?.kind === "url";
    expect(resolveTarget(written, from)).toEqual(
      isFragment ? { kind: "file", file: "plan" } : (ref ?? written),
    );
  });

  test("of an image leads to a page without an anchor", () => {
    expect(toReference("guides/setup.md#a", from, true)).toEqual({ kind: "page", page: "setup" });
  });

  test("that is no path stays a URL, and a reference stays the same", () => {
    const home = { kind: "page", page: "home" } as const;
    expect(resolveTarget(home, from)).toEqual(home);
    const web = { kind: "url", url: "https://example.com" } as const;
    expect(resolveTarget(web, from)).toEqual(web);
  });
});

test("a location belongs to a page, or to nothing", () => {
  for (const [location, id] of [
    ["guides/setup/README.md", "setup"],
    ["guides/setup", "setup"],
    ["docs/plan.pdf", undefined],
    ["guides", undefined],
    ["nowhere.md", undefined],
    [".", "home"],
  ] as const) {
    expect([location, findPageAtLocation(content, location)]).toEqual([location, id]);
  }
});

test("links of a text are relative to its page, or to the start of the content", () => {
  expect(getLinkBase(content, "linux").location).toBe("guides/setup/linux.md");
  expect(getLinkBase(content, "unknown").location).toBe("README.md");
});

test("each location is used once, and those of files come first", async () => {
  const file = (id: string, name: string, location?: string) => ({
    ...{ id, name, contentType: "x/y", hash: "0", size: 1 },
    ...(location !== undefined && { location }),
  });
  const build = () =>
    tree(
      [
        page("first"),
        page("second", { location: "README.md" }),
        page("third", { pages: [page("same", { slug: "x" })] }),
        page("other", { location: "third/x.md" }),
        page("link", { type: "link" }),
      ],
      {
        files: [
          file("f1", "a.png"),
          file("f2", "a.png"),
          file("f3", " ..\u0001a:b "),
          file("f4", "..", "first.md"),
          file("f5", "..."),
        ],
        reusableContents: [
          { id: "r1", title: "!" },
          { id: "r2", title: "A note", location: ".gitbook/includes/content.md" },
        ],
      },
    );
  const expected = {
    second: "README.md",
    other: "third/x.md",
    f4: "first.md",
    r2: ".gitbook/includes/content.md",
    first: "first-1.md",
    third: "third/README.md",
    same: "third/x-1.md",
    f1: ".gitbook/assets/a.png",
    f2: ".gitbook/assets/a-1.png",
    f3: ".gitbook/assets/.._a_b",
    f5: ".gitbook/assets/_",
    r1: ".gitbook/includes/content-1.md",
  };
  expect(Object.fromEntries(resolveLocations(build()).of)).toEqual(expected);
  // In turns with other work, the result is the same.
  const prepared = build();
  await prepareLocations(prepared, "user");
  expect(Object.fromEntries(resolveLocations(prepared).of)).toEqual(expected);
});

test.each([
  // From the home page, and from a page in a folder.
  [{ kind: "page", page: "setup" }, "guides/setup/README.md", "README.md"],
  [{ kind: "page", page: "odd" }, "docs/Odd%20name%20(1).md", "../../docs/Odd%20name%20(1).md"],
  [{ kind: "page", page: "home" }, "README.md", "../../README.md"],
  [
    { kind: "anchor", page: "setup", anchor: "a%20b" },
    "guides/setup/README.md#a%20b",
    "README.md#a%20b",
  ],
  [{ kind: "anchor", anchor: "here" }, "#here", "#here"],
  [{ kind: "file", file: "plan" }, "docs/plan.pdf", "../../docs/plan.pdf"],
  // A part of a file.
  [
    { kind: "url", url: "/files/plan#page=2" },
    "docs/plan.pdf#page=2",
    "../../docs/plan.pdf#page=2",
  ],
  [{ kind: "url", url: "/files/gone#page=2" }, "/files/gone#page=2", "/files/gone#page=2"],
  [{ kind: "url", url: "https://a.example/#b" }, "https://a.example/#b", "https://a.example/#b"],
  [
    { kind: "reusable-content", reusableContent: "note" },
    ".gitbook/includes/a-note.md",
    "../../.gitbook/includes/a-note.md",
  ],
  // Targets outside the content, and missing ones.
  [{ kind: "page", page: "gone" }, "/pages/gone", "/pages/gone"],
  [{ kind: "page", page: "setup", space: "s" }, "/spaces/s/pages/setup", "/spaces/s/pages/setup"],
  [{ kind: "space", space: "s" }, "/spaces/s", "/spaces/s"],
  [{ kind: "user", user: "u" }, "/users/u", "/users/u"],
] as const)("%j is written as %s, or as %s from a folder", (ref, fromHome, fromFolder) => {
  expect(buildReferenceUrl(ref, getLinkBase(content, "home"))).toBe(fromHome);
  expect(buildReferenceUrl(ref, getLinkBase(content, "setup"))).toBe(fromFolder);
});

test("a link to a redirected path leads to its destination", () => {
  const moved = { ...content, redirects: { "old/path": "guides/setup", "old/none": "gone" } };
  const from = getLinkBase(moved, "home");
  expect(toReference("old/path.md", from)).toEqual({ kind: "page", page: "setup" });
  expect(toReference("old/path#a", from)).toEqual({ kind: "anchor", page: "setup", anchor: "a" });
  expect(toReference("old/none.md", from)).toBeUndefined();
  expect(toReference("new/none.md", from)).toBeUndefined();
  // The path itself precedes the redirect.
  const own = getLinkBase({ ...content, redirects: { "guides/setup": "home" } }, "home");
  expect(toReference("guides/setup.md", own)).toEqual({ kind: "page", page: "setup" });
});
