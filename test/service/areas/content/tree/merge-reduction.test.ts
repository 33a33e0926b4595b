import { describe, expect, test } from "vitest";
import { reduceTrees } from "../../../../../src/service/areas/content/tree/merge-reduction.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { mergeTrees } from "../../../../../src/service/areas/content/tree/tree-merge.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { editRandomly, randomTree } from "../../../../support/generators/random-trees.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

interface Sides {
  readonly base: ContentTree;
  readonly ours: ContentTree;
  readonly theirs: ContentTree;
}

function mergeReduced(sides: Sides, resolve?: () => "ours" | "theirs") {
  const { expand, ...reduced } = reduceTrees(sides);
  const merged = mergeTrees({ ...reduced, ...(resolve && { resolve }) });
  return merged.tree ? { tree: expand(merged.tree) } : merged;
}

slowTest("a reduced merge has the same result and the same conflicts as a complete one", () => {
  const random = randomFrom();
  let conflicts = 0;
  const rounds = amount({ short: 60, all: 300, full: 3000 });
  for (let round = 0; round < rounds; round++) {
    const base = randomTree(random, random.below(60));
    const ours = editRandomly(base, random, random.below(6));
    const theirs = editRandomly(base, random, random.below(6));
    const sides = { base, ours, theirs };
    const complete = mergeTrees(sides);
    const merged = mergeReduced(sides);
    expect([random.seed, round, merged]).toEqual([random.seed, round, complete]);
    if (complete.tree) continue;
    conflicts++;
    for (const side of ["ours", "theirs"] as const) {
      const resolve = () => side;
      const resolved = mergeReduced(sides, resolve);
      const expected = mergeTrees({ ...sides, resolve });
      expect([random.seed, round, resolved]).toEqual([random.seed, round, expected]);
    }
  }
  expect(conflicts).toBeGreaterThan(rounds / 30);
});

const countPages = (pages: readonly ContentPage[]): number =>
  pages.reduce((sum, { pages: below }) => sum + 1 + countPages(below), 0);

describe("a merge in a large space", () => {
  /** Groups of pages, in a group. */
  const groups = Array.from({ length: 40 }, (_, at) =>
    page(`g${at}`, {
      type: "group",
      pages: Array.from({ length: 30 }, (_, number) => page(`p${at}-${number}`)),
    }),
  );
  const outer = page("outer", { type: "group", pages: groups });
  const base = tree([page("first"), outer, page("last")]);
  const edits: Readonly<Record<string, (tree: ContentTree) => ContentTree>> = {
    "an edited page": (tree) => withPage(tree, "p10-15", { title: "Title" }),
    "an edited group": (tree) => withPage(tree, "g20", { title: "Title" }),
    "two edited pages": (tree) =>
      withPage(withPage(tree, "p10-3", { title: "Title" }), "p30-7", { title: "Title" }),
    "an added page": (tree) => withNewPage(tree, page("n"), { into: "g10", at: 9 }),
    "a deleted page": (tree) => withoutPage(tree, "p39-29"),
    "a moved page": (tree) => withPageMoved(tree, "p10-20", { into: "g11", at: 4 }),
    "a moved group": (tree) => withPageMoved(tree, "g5", { into: "outer", at: 30 }),
    "a page at the top level": (tree) => withPage(tree, "first", { title: "Title" }),
  };
  const pairs = Object.keys(edits).flatMap((mine) =>
    Object.keys(edits).map((other) => [mine, other] as const),
  );

  test.each(pairs)("compares few pages after %s and %s", (mine, other) => {
    const ours = edits[mine]?.(base) ?? base;
    const theirs = edits[other]?.(withPage(base, "p2-2", { title: "Other" })) ?? base;
    const sides = { base, ours, theirs };
    const reduced = reduceTrees(sides);
    for (const side of [reduced.base, reduced.ours, reduced.theirs]) {
      expect(countPages(side.pages)).toBeLessThan(110);
    }
    for (const resolve of [() => "ours" as const, () => "theirs" as const]) {
      const { tree: merged } = mergeReduced(sides, resolve);
      expect(merged).toEqual(mergeTrees({ ...sides, resolve }).tree);
      // Groups without edits are the same objects.
      const after = merged && getTreeIndex(merged).pages;
      for (const number of [0, 1, 15, 25, 38]) {
        expect(after?.get(`g${number}`)?.page).toBe(groups[number]);
      }
    }
  });

  test.each(Object.keys(edits))("has the pages of the side with %s", (name) => {
    const changed = edits[name]?.(base) ?? base;
    // A tree that was read again has another list.
    for (const same of [base, { ...base, pages: [...base.pages] }]) {
      for (const [ours, theirs] of [
        [changed, same],
        [same, changed],
      ] as const) {
        expect(mergeReduced({ base, ours, theirs }).tree?.pages).toBe(changed.pages);
      }
    }
  });
});

test("the pages of a large list are compared only if they differ", () => {
  const pages = Array.from({ length: 12_800 }, (_, at) => page(`p${at}`));
  const inner = page("g", { type: "group", pages });
  const base = tree([page("first"), page("outer", { type: "group", pages: [inner] })]);
  const ours = withPage(withPage(base, "p10", { title: "Ours" }), "p9000", { title: "Ours" });
  const theirs = withNewPage(withPage(base, "p12000", { title: "Theirs" }), page("n"), {
    into: "g",
    at: 500,
  });
  const reduced = reduceTrees({ base, ours, theirs });
  for (const side of [reduced.base, reduced.ours, reduced.theirs]) {
    expect(countPages(side.pages)).toBeLessThan(15);
  }
  const { tree: merged } = mergeReduced({ base, ours, theirs });
  const [group] = merged?.pages[1]?.pages ?? [];
  expect(group?.pages).toHaveLength(12_801);
  expect([10, 500, 9001, 12_001].map((at) => group?.pages[at]?.title)).toEqual([
    "Ours",
    "n",
    "Ours",
    "Theirs",
  ]);
  // Other pages remain the same objects.
  expect(group?.pages[7000]).toBe(pages[6999]);
});

test("a group that only one side changed is the same object after the merge", () => {
  const build = (id: string) =>
    page(id, {
      type: "group",
      pages: ["1", "2", "3", "4", "5", "6"].map((end) => page(`${id}${end}`)),
    });
  const base = tree([build("a"), build("b")]);
  const ours = withPage(base, "a2", { title: "Ours" });
  const theirs = withPage(base, "b2", { title: "Theirs" });
  const { tree: merged } = mergeReduced({ base, ours, theirs });
  expect(merged?.pages[0]).toBe(ours.pages[0]);
  expect(merged?.pages[1]).toBe(theirs.pages[1]);
});
