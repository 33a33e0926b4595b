import { expect, test } from "vitest";
import {
  collectFootnotes,
  getFootnoteName,
  parseFootnoteName,
} from "../../src/document/footnotes.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";

test("footnotes are numbered in order, and the first definition of a name counts", () => {
  const document = parseMarkdown("[^b]: one\n\n> [^A]: two\n\n[^b]: three\n\na[^a] b[^b]\n");
  const notes = [...collectFootnotes(document)].map(([name, { number, nodes }]) => [
    name,
    number,
    nodes.length,
  ]);
  expect(notes).toEqual([
    ["b", 1, 1],
    ["a", 2, 1],
  ]);
});

test.each<[string, string | undefined]>([
  ["#user-content-fn-a", "a"],
  ["#user-content-fn-My%20Note", "my note"],
  ["#user-content-fn-%", "%"],
  ["#user-content-fn-", undefined],
  ["#user-content-fnref-a", undefined],
  ["x#user-content-fn-a", undefined],
  ["#A", undefined],
])("the link %s leads to the footnote %s", (address, name) => {
  expect(parseFootnoteName(address)).toBe(name);
});

test("a definition without a name has an empty one", () => {
  expect(getFootnoteName({ object: "block", type: "footnote-definition" })).toBe("");
  expect(
    getFootnoteName({ object: "block", type: "footnote-definition", data: { identifier: 1 } }),
  ).toBe("1");
});
