/** File names of the pages and files of a backup. */
import { describe, expect, test } from "vitest";
import {
  getId,
  indexLocations,
  listBackupPages,
} from "../../../src/features/backup/space-content.ts";

type NestedPage = {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly pages: readonly NestedPage[];
};

/** Pages p1, p2, …, each the only child of the previous one, and a second page on each level. */
function nest(levels: number, at = 1): NestedPage[] {
  if (at > levels) return [];
  return [
    { id: `p${at}`, type: "document", slug: "p", pages: nest(levels, at + 1) },
    { id: `q${at}`, type: "document", slug: "p", pages: [] },
  ];
}

test("pages have the names of their slugs in the folders of their parents", () => {
  const { markdown, document } = indexLocations({
    pages: [
      {
        id: "g",
        type: "group",
        title: "My group",
        slug: "my-group",
        pages: [
          { id: "a", type: "document", slug: "a", title: "Other" },
          { id: "l", type: "link", title: "Link" },
        ],
      },
      { id: "b", type: "document", slug: "", title: "B b", pages: [] },
      { id: "c", type: "document", slug: "", title: "..." },
      { id: "d", type: "document", slug: "b b", title: "D" },
      { id: "e", type: "document", slug: "B B", title: "E" },
    ],
  });
  expect(Object.fromEntries(markdown)).toEqual({
    a: "pages/my-group/a.md",
    b: "pages/B b.md",
    c: "pages/page-c.md",
    d: "pages/b b-2.md",
    e: "pages/B B-3.md",
  });
  expect(document("a")).toBe("documents/a.json");
});

test("pages below the twelfth level share one folder, without collisions", () => {
  const { markdown } = indexLocations({ pages: nest(16) });
  const paths = [...markdown.values()];
  expect(new Set(paths).size).toBe(32);
  for (let level = 1; level <= 12; level++) {
    const folder = `pages${"/p".repeat(level - 1)}`;
    expect(markdown.get(`p${level}`)).toBe(`${folder}/p.md`);
    expect(markdown.get(`q${level}`)).toBe(`${folder}/p-2.md`);
  }
  for (let level = 13; level <= 16; level++) {
    expect(markdown.get(`p${level}`)).toMatch(/^pages\/deeper\/p(-\d)?\.md$/);
    expect(markdown.get(`q${level}`)).toMatch(/^pages\/deeper\/p(-\d)?\.md$/);
  }
});

test("pages are listed with their parents first, and their depth", () => {
  expect(
    listBackupPages({ pages: nest(3) }).map(({ id, parent, depth, type }) => [
      id,
      parent,
      depth,
      type,
    ]),
  ).toEqual([
    ["p1", undefined, 1, "document"],
    ["p2", "p1", 2, "document"],
    ["p3", "p2", 3, "document"],
    ["q3", "p2", 3, "document"],
    ["q2", "p1", 2, "document"],
    ["q1", undefined, 1, "document"],
  ]);
});

test.each<[readonly string[], readonly string[]]>([
  [
    ["a.png", "a.png", "A.PNG"],
    ["a.png", "a-2.png", "A-3.PNG"],
  ],
  [
    ["a", "a.tar.gz", "b."],
    ["a", "a.tar.gz", "b"],
  ],
  [
    ["", "...", ".png"],
    ["file-f0", "file-f1", "file-f2.png"],
  ],
  [
    ["a.abcdefghij", "a.abcdefghijk"],
    ["a.abcdefghij", "a.abcdefghijk"],
  ],
  [["../a/b.png"], ["-a-b.png"]],
])("the files %j have the names %j", (names, expected) => {
  const { files } = indexLocations({ files: names.map((name, at) => ({ id: `f${at}`, name })) });
  expect([...files.values()]).toEqual(expected.map((name) => `files/${name}`));
});

describe("an id that cannot be part of a file name is refused", () => {
  test.each([undefined, null, 1, "", "a/b", "..", "a b", "a".repeat(129)])("%j", (id) => {
    const value = id === undefined ? {} : { id };
    expect(() => getId(value)).toThrow("The platform returned an invalid id");
    expect(() => listBackupPages({ pages: [value] })).toThrow(
      "The platform returned an invalid id",
    );
    expect(() => indexLocations({ files: [value] })).toThrow("The platform returned an invalid id");
  });

  test.each(["a", "-_a1", "a".repeat(128)])("but not %s", (id) => {
    expect(getId({ id })).toBe(id);
  });
});
