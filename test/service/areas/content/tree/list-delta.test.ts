import { expect, test } from "vitest";
import {
  comparePages,
  listSegments,
} from "../../../../../src/service/areas/content/tree/list-delta.ts";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../../support/generators/random.ts";
import { page } from "../../../../support/organizations/content.ts";

/** Edits, adds, removes and moves pages of a list. */
function editList(before: readonly ContentPage[], random: Random): readonly ContentPage[] {
  let pages = before;
  for (let edit = random.below(8); edit > 0 && pages.length > 0; edit--) {
    const at = random.below(pages.length);
    const one = pages[at] ?? page("");
    const kind = random.pick(["edit", "add", "remove", "move", "cut"]);
    if (kind === "edit") pages = pages.with(at, { ...one, title: `T${random.below(100)}` });
    else if (kind === "add") pages = pages.toSpliced(at, 0, page(`n${random.below(1e9)}`));
    else if (kind === "remove") pages = pages.toSpliced(at, 1);
    else if (kind === "cut") pages = pages.toSpliced(at, random.below(40));
    else pages = pages.toSpliced(at, 1).toSpliced(random.below(pages.length), 0, one);
  }
  return pages;
}

slowTest("the differences of two lists are the pages that are not the same objects", () => {
  const random = randomFrom();
  for (let round = 0; round < 500; round++) {
    const before = Array.from({ length: random.below(120) }, (_, at) => page(`p${at}`));
    const after = editList(before, random);
    const { changed, removed } = comparePages(before, after);
    const old = new Map(before.map((one) => [one.id, one]));
    const ids = new Set(after.map(({ id }) => id));
    const name = [random.seed, round];
    expect([name, changed]).toEqual([
      name,
      after
        .filter((one) => old.get(one.id) !== one)
        .map((one) => {
          const earlier = old.get(one.id);
          return { page: one, ...(earlier && { before: earlier }) };
        }),
    ]);
    expect([name, removed]).toEqual([name, before.filter(({ id }) => !ids.has(id))]);
    let end = { earlier: 0, later: 0 };
    for (const { earlier, later, length } of listSegments(before, after)) {
      expect(before.slice(earlier, earlier + length)).toEqual(after.slice(later, later + length));
      expect(earlier >= end.earlier && later >= end.later && length > 0).toBe(true);
      end = { earlier: earlier + length, later: later + length };
    }
  }
});

test("scattered edits of a long list are found between long equal parts", () => {
  const before = Array.from({ length: 12_800 }, (_, at) => page(`p${at}`));
  const after = before
    .with(12_000, page("p12000", { title: "New" }))
    .toSpliced(9000, 1)
    .toSpliced(5, 0, page("n"));
  expect(listSegments(before, after)).toEqual([
    { earlier: 0, later: 0, length: 5 },
    { earlier: 5, later: 6, length: 8995 },
    { earlier: 9001, later: 9001, length: 2999 },
    { earlier: 12_001, later: 12_001, length: 799 },
  ]);
});
