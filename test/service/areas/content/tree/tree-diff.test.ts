import { expect, test } from "vitest";
import {
  type ContentPage,
  isSameValue,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { diffTrees } from "../../../../../src/service/areas/content/tree/tree-diff.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { editRandomly, randomTree } from "../../../../support/generators/random-trees.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

function told(before: readonly ContentPage[], after: readonly ContentPage[]): string[] {
  return diffTrees(tree(before), tree(after)).map((change) =>
    "page" in change ? `${change.type} ${change.page.page.id}` : change.type,
  );
}

test("equal trees have no differences, for any times and Git locations", () => {
  const one = page("a", {
    updatedAt: "1",
    git: { oid: "1", path: "a" },
    layout: { width: "wide" },
  });
  const other = page("a", { updatedAt: "2", layout: { width: "wide" } });
  expect(told([one], [other])).toEqual([]);
});

test("added, removed, changed and moved pages are listed once each", () => {
  const before = [page("a"), page("b", { pages: [page("c")] }), page("d")];
  const after = [page("a", { title: "A" }), page("b"), page("n", { pages: [page("c")] })];
  expect(told(before, after)).toEqual([
    "page_edited a",
    "page_created n",
    "page_moved c",
    "page_deleted d",
  ]);
});

test("of reordered siblings, only those that moved past others are listed", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => page(id)) as [
    ContentPage,
    ContentPage,
    ContentPage,
    ContentPage,
  ];
  expect(told([a, b, c, d], [d, a, b, c])).toEqual(["page_moved d"]);
  expect(told([a, b, c, d], [a, c, d, b])).toEqual(["page_moved b"]);
  expect(told([a, b, c], [page("n"), a, b, c])).toEqual(["page_created n"]);
});

test("changed fields have their old values, and an absent side is absent", () => {
  const before = tree([page("a", { document: "1", emoji: "🔧" })], { variables: { x: 1 } });
  const after = tree([page("a", { document: "2" })], { variables: { x: 1, y: 2 } });
  expect(diffTrees(before, after)).toMatchObject([
    {
      type: "page_edited",
      fields: { emoji: { before: "🔧" }, document: { before: "1", after: "2" } },
    },
    { type: "variables_edited", fields: { y: { after: 2 } } },
  ]);
});

test("files and reusable content are listed by id", () => {
  const file = { id: "f", name: "a", contentType: "x/y", hash: "1", size: 1 };
  const before = tree([], { files: [file], reusableContents: [{ id: "r", title: "R" }] });
  const after = tree([], {
    files: [
      { ...file, hash: "2" },
      { ...file, id: "g" },
    ],
  });
  expect(diffTrees(before, after).map(({ type }) => type)).toEqual([
    "file_edited",
    "file_created",
    "reusable_content_deleted",
  ]);
});

test.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
])("%j and %j are equal: %j", (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same);
});

slowTest("trees that share pages have the same differences as their copies", () => {
  const random = randomFrom();
  for (let round = 0; round < 50; round++) {
    const before = randomTree(random, 30);
    const after = editRandomly(before, random, random.below(8));
    const copy = structuredClone(before);
    expect(diffTrees(before, after)).toEqual(diffTrees(copy, after));
    expect(diffTrees(before, before)).toEqual([]);
    expect(diffTrees(copy, before)).toEqual([]);
  }
});

test("changes of each kind have the changed fields with both values, and deletions come last", () => {
  const file = { id: "f", name: "a", contentType: "x/y", hash: "1", size: 1 };
  const note = { id: "r", title: "R", document: "1" };
  const before = tree([page("a"), page("b")], {
    files: [file, { ...file, id: "g" }],
    reusableContents: [note, { id: "s", title: "S" }],
    variables: { x: 1, y: 1, z: 1 },
  });
  const after = tree([page("a", { description: "D", pages: [page("c")] })], {
    files: [
      { ...file, id: "h" },
      { ...file, name: "b", location: "b.txt" },
    ],
    reusableContents: [
      { ...note, document: "2" },
      { id: "t", title: "T" },
    ],
    variables: { x: 1, y: 2, w: 1 },
  });
  const [a, c] = [after.pages[0], after.pages[0]?.pages[0]];
  expect(diffTrees(before, after)).toEqual([
    {
      type: "page_edited",
      before: expect.objectContaining({ page: page("a"), path: "a" }),
      page: expect.objectContaining({ page: a, path: "a" }),
      fields: { description: { after: "D" } },
    },
    { type: "page_created", page: expect.objectContaining({ page: c, path: "a/c" }) },
    { type: "page_deleted", page: expect.objectContaining({ page: page("b"), path: "b" }) },
    { type: "file_created", file: { ...file, id: "h" } },
    {
      type: "file_edited",
      before: file,
      file: { ...file, name: "b", location: "b.txt" },
      fields: { name: { before: "a", after: "b" }, location: { after: "b.txt" } },
    },
    { type: "file_deleted", file: { ...file, id: "g" } },
    {
      type: "reusable_content_edited",
      before: note,
      content: { ...note, document: "2" },
      fields: { document: { before: "1", after: "2" } },
    },
    { type: "reusable_content_created", content: { id: "t", title: "T" } },
    { type: "reusable_content_deleted", content: { id: "s", title: "S" } },
    {
      type: "variables_edited",
      fields: { w: { after: 1 }, y: { before: 1, after: 2 }, z: { before: 1 } },
    },
  ]);
  expect(diffTrees(before, before)).toEqual([]);
  expect(diffTrees(before, structuredClone(before))).toEqual([]);
});
