/** Merges of all trees of three pages: whatever is chosen for a conflict, no page is lost. */
import { expect, test } from "vitest";
import type { MergeConflict } from "../../../../../src/service/areas/content/tree/merge-pages.ts";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { mergeTrees } from "../../../../../src/service/areas/content/tree/tree-merge.ts";
import { sample } from "../../../../support/generators/amount.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const ids = ["a", "b", "c"];

/** The parent of each page; "" at the top level. Deleted pages are absent. */
type Parents = ReadonlyMap<string, string>;

function isForest(parents: Parents): boolean {
  return [...parents.keys()].every((start) => {
    let id = start;
    for (let steps = 0; steps < ids.length && id !== ""; steps++) id = parents.get(id) ?? "x";
    return id === "";
  });
}

/** Up to the names of the pages, all trees before the changes. */
const bases: readonly Parents[] = [
  { a: "", b: "", c: "" },
  { a: "", b: "a", c: "" },
  { a: "", b: "a", c: "a" },
  { a: "", b: "a", c: "b" },
].map((parents) => new Map(Object.entries(parents)));

/** All trees after the changes of a side. */
const sides: readonly Parents[] = ids
  .reduce<Parents[]>(
    (all, id) =>
      all.flatMap((parents) => [
        parents,
        ...["", ...ids].map((parent) => new Map([...parents, [id, parent]])),
      ]),
    [new Map()],
  )
  .filter(isForest);

function build(parents: Parents, parent = ""): ContentPage[] {
  return [...parents.keys()]
    .filter((id) => parents.get(id) === parent)
    .map((id) => page(id, { pages: build(parents, id) }));
}

const listIds = (pages: readonly ContentPage[]): string[] =>
  pages.flatMap(({ id, pages: below }) => [id, ...listIds(below)]);

/** Choices that contradict each other in different ways. */
const choices: readonly ((conflict: MergeConflict) => "ours" | "theirs")[] = [
  () => "ours",
  () => "theirs",
  ({ reason }) => (reason === "moved" ? "ours" : "theirs"),
  ({ reason }) => (reason === "moved" ? "theirs" : "ours"),
  ({ id }) => (id === "a" ? "ours" : "theirs"),
  ({ id }) => (id === "a" ? "theirs" : "ours"),
];

test("a page that both sides have is in the result once, whichever side is chosen", () => {
  const cases = bases.flatMap((base) =>
    sides.flatMap((ours) => sides.map((theirs) => ({ base, ours, theirs }))),
  );
  let conflicts = 0;
  const wrong: string[] = [];
  for (const { base, ours, theirs } of sample(cases, 40)) {
    const both = ids.filter((id) => ours.has(id) && theirs.has(id)).join();
    for (const [number, choose] of choices.entries()) {
      const merged = mergeTrees({
        base: tree(build(base)),
        ours: tree(build(ours)),
        theirs: tree(build(theirs)),
        resolve(conflict) {
          conflicts++;
          return choose(conflict);
        },
      });
      const result = listIds(merged.tree?.pages ?? []).sort();
      const found = result.filter((id) => both.includes(id)).join();
      if (found === both && new Set(result).size === result.length) continue;
      const trees = [base, ours, theirs].map((parents) => [...parents].join(" "));
      wrong.push(`${trees.join(" | ")}, choice ${number}: ${result.join()}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(conflicts).toBeGreaterThan(0);
});
