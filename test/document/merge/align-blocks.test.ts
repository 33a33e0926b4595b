import { expect, test } from "vitest";
import { alignBlocks } from "../../../src/document/merge/align-blocks.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { parseBlocks } from "./parse-blocks.ts";

test.each<[string, string, readonly (number | undefined)[]]>([
  ["- a", "- ", []],
  ["- d", "- g", [0]],
  ["- b c d a b ¦ - > d", "- > a ¦ - b c d a d", [undefined, 0]],
  ["- b c b ¦ 6 e b c", "- f c b ¦ 1 b c b a", [0, 1]],
  ["4 c c b e e ¦ - g", "- > a a a b ¦ - g ¦ 5 d c", [undefined, 1, undefined]],
  ["3 > c ¦ 6 c c d b ¦ - g", "- a c ¦ 6 c c d b ¦ - a", [undefined, 1, 2]],
  ["2 # f ¦ - d g ¦ 6 # b", "- g f ¦ 6 c c d d ¦ 6 # b", [1, undefined, 2]],
  ["5 # a d c ¦ - # d g ¦ - # c b f", "5 # e d c ¦ - # c b g", [0, 2]],
  [
    "- > b ¦ - c c c ¦ - d d a b a",
    "- d d a b a ¦ - c c c ¦ - a a c c ¦ - > b",
    [2, 1, undefined, 0],
  ],
  [
    "- a d d b c ¦ - # b g c ¦ - d",
    "- # b ¦ - c g c b d ¦ - g b g c ¦ - # c b b",
    [undefined, 0, undefined, 1],
  ],
  [
    "- # b f ¦ - c ¦ - a ¦ - > a e e b ¦ - > e d f e e",
    "- # b f ¦ - f ¦ - # b f a f c ¦ - > c d",
    [0, 1, undefined, 3],
  ],
  [
    "3 > b f c ¦ 5 d ¦ 6 b g ¦ - a d b a ¦ - > f b",
    "6 a a b b c ¦ - c ¦ 6 b g ¦ - > f b",
    [1, undefined, 2, 4],
  ],
  [
    "- a c c ¦ 1 e c g b ¦ 6 > c",
    "4 c d b ¦ - a c c ¦ 4 d b ¦ - # a ¦ - c c g b ¦ 6 > c",
    [undefined, 0, undefined, undefined, 1, 2],
  ],
  [
    "- e e e ¦ - g ¦ - d a b a ¦ - # b g c e ¦ - c d d c",
    "- e e e ¦ - > b e d ¦ - c a b a ¦ - d ¦ - c d d c",
    [0, undefined, 2, undefined, 4],
  ],
  [
    "- c b ¦ - # g g b a ¦ - a b c c c ¦ - b a c ¦ - b",
    "- # d e a c ¦ - b g g d a ¦ - a b c c c ¦ - b a c ¦ - b",
    [undefined, 0, 2, 3, 4],
  ],
  [
    "- a ¦ - e b ¦ - d d c d b ¦ - > b c d a ¦ - b ¦ - a b b d d",
    "- a ¦ - e b ¦ - > b c d a ¦ - b ¦ - a b b d d ¦ - c",
    [0, 1, 3, 4, 5, undefined],
  ],
  [
    "- g g b b f ¦ - f a a g ¦ - # a f ¦ - # e b ¦ - d b c g",
    "- a f b c ¦ - g g b b f ¦ - f a a g ¦ - # e f ¦ - d b c g",
    [undefined, 0, 1, 2, 4],
  ],
  [
    "1 # e d ¦ 4 d c ¦ - c c c d e ¦ - d a ¦ 4 b c",
    "4 e e d f ¦ 1 # e d ¦ 1 d b ¦ - c c c d e ¦ 4 b c ¦ 4 d c",
    [undefined, 0, undefined, 2, 4, 1],
  ],
  [
    "- g b c d ¦ - # c c d ¦ - c ¦ - d ¦ - > a ¦ - g a e b c",
    "- g b c d ¦ - # c c d ¦ - c ¦ - b a b b d ¦ - c c d a ¦ - g a e b c",
    [0, 1, 2, undefined, 3, 5],
  ],
  [
    "3 # b ¦ 4 c a b ¦ 1 b ¦ 1 d f a f b ¦ 5 e ¦ - > a d d",
    "3 # b ¦ 4 c a b ¦ 1 b ¦ 5 e ¦ 1 d f a f f ¦ - > a d d",
    [0, 1, 2, 4, 3, 5],
  ],
])("after %j, the blocks %j were at %j", (before, after, positions) => {
  expect(alignBlocks(parseBlocks(before), parseBlocks(after))).toEqual(positions);
});

slowTest("beyond 2500 pairs between two unchanged blocks, blocks are paired in order", () => {
  const list = (count: number, word: string) =>
    Array.from({ length: count }, (_, at) => `- ${word} n${at} end`).join(" ¦ ");
  const shift = (count: number) => {
    const before = parseBlocks(list(count, "one"));
    const after = parseBlocks(`- new start here ¦ ${list(count - 1, "two")}`);
    return alignBlocks(before, after).slice(0, 3);
  };
  expect(shift(50)).toEqual([undefined, 0, 1]);
  expect(shift(51)).toEqual([0, 1, 2]);
});
