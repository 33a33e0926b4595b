import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContentPage, ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../../../src/service/areas/content/tree/tree-index.ts";
import { mergeTrees } from "../../../../src/service/areas/content/tree/tree-merge.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { page, tree } from "../../../support/organizations/content.ts";

interface Step {
  readonly kind: "edit" | "delete" | "move" | "add";
  readonly which: number;
  readonly into: number;
  readonly at: number;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("edit", "delete", "move", "add") satisfies fc.Arbitrary<Step["kind"]>,
    which: fc.nat(50),
    into: fc.nat(50),
    at: fc.nat(5),
  }),
  { maxLength: 8 },
);

/** Edits by a user, whose new pages have unique ids. */
function edited(start: ContentTree, person: string, list: readonly Step[]): ContentTree {
  return list.reduce((now, { kind, which, into, at }, number) => {
    const ids = [...getTreeIndex(now).pages.keys()];
    const [id = "", parent = ""] = [ids[which % ids.length], ids[into % (ids.length + 1)]];
    const position = { at, ...(parent !== "" && { into: parent }) };
    if (kind === "add") return withNewPage(now, page(`${person}${number}`), position);
    if (ids.length === 0) return now;
    if (kind === "edit") return withPage(now, id, { document: `${person}${number}` });
    if (kind === "delete") return withoutPage(now, id);
    try {
      return withPageMoved(now, id, position);
    } catch {
      // Into itself: not a step.
      return now;
    }
  }, start);
}

const base = tree([
  page("a", { pages: [page("b", { pages: [page("c")] }), page("d")] }),
  page("e"),
  page("f", { pages: [page("g")] }),
]);

const idsIn = (pages: readonly ContentPage[]): string[] =>
  pages.flatMap(({ id, pages: below }) => [id, ...idsIn(below)]);

test("a merge loses and invents nothing, or it is a conflict", () => {
  fc.assert(
    fc.property(steps, steps, (mine, others) => {
      const [ours, theirs] = [edited(base, "o", mine), edited(base, "t", others)];
      const merge = mergeTrees({ base, ours, theirs });
      if (!merge.tree) {
        expect(merge.conflicts).not.toEqual([]);
        return;
      }
      const ids = idsIn(merge.tree.pages);
      expect(new Set(ids).size).toBe(ids.length);
      const [was, left, right] = [base, ours, theirs].map((one) => getTreeIndex(one).pages);
      for (const id of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
        const kept = was?.has(id) ? left?.has(id) && right?.has(id) : true;
        expect(ids.includes(id)).toBe(kept);
      }
      const result = getTreeIndex(merge.tree).pages;
      for (const id of ids) {
        const texts = [was, left, right].map((side) => side?.get(id)?.page.document);
        const [before, mineNow, theirsNow] = texts;
        const expected = mineNow === before || !left?.has(id) ? theirsNow : mineNow;
        expect(result.get(id)?.page.document).toBe(expected);
      }
    }),
    { numRuns: amount({ short: 120, all: 500, full: 5000 }) },
  );
});

test("an unchanged side does not affect the other", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const changed = edited(base, "o", list);
      expect(mergeTrees({ base, ours: changed, theirs: base }).tree).toEqual(changed);
      expect(mergeTrees({ base, ours: base, theirs: changed }).tree).toEqual(changed);
    }),
    { numRuns: amount({ short: 100, all: 300, full: 3000 }) },
  );
});

slowTest("resolved conflicts result in a valid tree", () => {
  fc.assert(
    fc.property(steps, steps, fc.constantFrom("ours", "theirs"), (mine, others, side) => {
      const [ours, theirs] = [edited(base, "o", mine), edited(base, "t", others)];
      const { tree: whole } = mergeTrees({ base, ours, theirs, resolve: () => side });
      const ids = idsIn(whole?.pages ?? []);
      expect(whole).toBeDefined();
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: amount({ short: 120, all: 500, full: 5000 }) },
  );
});
