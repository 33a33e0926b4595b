import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { mergeInlines } from "../../../src/document/merge/merge-inlines.ts";
import { collectText } from "../../../src/document/walk.ts";

const toNodes = (text: string): Node[] => [
  { object: "text", leaves: [{ object: "leaf", text, marks: [] }] },
];

/** The merged text; undefined for a conflict. */
function merge(base: string, ours: string, theirs: string): string | undefined {
  return mergeInlines(toNodes(base), toNodes(ours), toNodes(theirs))?.map(collectText).join("");
}

describe("changes of words by both sides", () => {
  test.each([
    ["a b c d", "A b c d", "a b c D", "A b c D"],
    ["a b c d", "a b c d", "a b c D", "a b c D"],
    // The same change is there once.
    ["a b c d", "X b c d", "X b c d", "X b c d"],
    ["a b c d", "a b c d e", "a b c d e", "a b c d e"],
    ["a b c d", "b c d", "a b c", "b c"],
    // Neighboring words, and those without a word between them.
    ["a b c d", "A b c d", "a B c d", undefined],
    ["a b, c d", "a B, c d", "a b; c d", undefined],
    ["a b c d", "a x b c d", "a y b c d", undefined],
    // Each side keeps at least half of the words.
    ["a b c d", "A b c D", "a b C d", undefined],
    ["a b c d e f g h", "a b c d w x y z", "A b c d e f g h", "A b c d w x y z"],
    ["a b c d e f g h", "a b c v w x y z", "A b c d e f g h", undefined],
    ["a b c d e f g h", "A b c d e f g h", "a b c v w x y z", undefined],
    // Half of the words, but in another order.
    ["a b c d e f", "f e d c b a", "a b c d e F", undefined],
    ["a b c d e f", "f e d c b a", "a b c d e f", undefined],
  ])("%j as %j and %j is %j", (base, ours, theirs, merged) => {
    expect(merge(base, ours, theirs)).toBe(merged);
  });
});

test("long texts are merged only as a whole", () => {
  const write = (count: number, change: (at: number) => string | undefined) =>
    Array.from({ length: count }, (_, at) => change(at) ?? `w${at}`).join(" ");
  const mergeLong = (count: number) =>
    merge(
      write(count, () => undefined),
      write(count, (at) => (at === 1 ? "ours" : undefined)),
      write(count, (at) => (at === count - 2 ? "theirs" : undefined)),
    );
  // A word and a space are two tokens, and there are three texts.
  expect(mergeLong(3333)).toMatch(/^w0 ours w2 .* theirs w3332$/);
  expect(mergeLong(3335)).toBeUndefined();
});
