import { expect, test } from "vitest";
import { reduceTrees } from "../../../../../src/service/areas/content/tree/merge-reduction.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { withNewPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
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

test("a merge of edits in a large space compares only the edited pages", () => {
  const pages = Array.from({ length: 12_800 }, (_, at) => page(`p${at}`));
  const inner = page("g", { type: "group", pages });
  const base = tree([page("first"), page("outer", { type: "group", pages: [inner] })]);
  const ours = withPage(withPage(base, "p10", { title: "Ours" }), "p9000", { title: "Ours" });
  const theirs = withNewPage(withPage(base, "p12000", { title: "Theirs" }), page("n"), {
    into: "g",
    at: 500,
  });
  const reduced = reduceTrees({ base, ours, theirs });
  const count = (list: readonly ContentPage[]): number =>
    list.reduce((sum, { pages: below }) => sum + 1 + count(below), 0);
  for (const side of [reduced.base, reduced.ours, reduced.theirs]) {
    expect(count(side.pages)).toBeLessThan(15);
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
    page(id, { type: "group", pages: ["1", "2", "3"].map((end) => page(`${id}${end}`)) });
  const base = tree([build("a"), build("b")]);
  const ours = withPage(base, "a2", { title: "Ours" });
  const theirs = withPage(base, "b2", { title: "Theirs" });
  const { tree: merged } = mergeReduced({ base, ours, theirs });
  expect(merged?.pages[0]).toBe(ours.pages[0]);
  expect(merged?.pages[1]).toBe(theirs.pages[1]);
});
