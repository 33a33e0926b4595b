import { expect, test } from "vitest";
import type { ContentReference } from "../../src/contract/content-reference.model.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import {
  collectReferences,
  withSpace,
  withSpaceInReferences,
} from "../../src/document/references.ts";

test.each<[string, readonly object[]]>([
  [
    '{% embed url="https://a" %}\nC\n{% endembed %}',
    [{ ref: { kind: "url", url: "https://a" }, relation: "reference" }],
  ],
  [
    '<p><img src="a"> <a href=\'b\' id=x>c</a> <source srcset="d 2x, e"></p>',
    [
      { ref: { kind: "url", url: "a" }, relation: "reference" },
      { ref: { kind: "url", url: "b" }, relation: "reference" },
      { ref: { kind: "url", url: "d" }, relation: "reference" },
    ],
  ],
])("the references of %s are %j", (markdown, references) => {
  expect(collectReferences(parseMarkdown(markdown))).toEqual(references);
});

const space = "S1";
const moved: readonly (readonly [ContentReference, ContentReference])[] = [
  [
    { kind: "page", page: "P1" },
    { kind: "page", page: "P1", space },
  ],
  [
    { kind: "file", file: "F1" },
    { kind: "file", file: "F1", space },
  ],
  [
    { kind: "reusable-content", reusableContent: "R1" },
    { kind: "reusable-content", reusableContent: "R1", space },
  ],
  [
    { kind: "anchor", anchor: "a", page: "P1" },
    { kind: "anchor", anchor: "a", page: "P1", space },
  ],
];
const kept: readonly ContentReference[] = [
  // Without a page, it is in the text itself.
  { kind: "anchor", anchor: "a" },
  { kind: "page", page: "P1", space: "S2" },
  { kind: "file", file: "F1", space: "S2" },
  { kind: "anchor", anchor: "a", page: "P1", space: "S2" },
  { kind: "url", url: "/pages/P1" },
  { kind: "space", space: "S2" },
  { kind: "collection", collection: "C1" },
  { kind: "user", user: "U1" },
  { kind: "openapi", spec: "pets" },
];
const inOtherSpace = [...moved, ...kept.map((ref) => [ref, ref] as const)];

test.each(inOtherSpace)("for a text in another space, %j is %j", (ref, expected) => {
  expect(withSpace(ref, space)).toEqual(expected);
});

test("references are changed in all parts of a document", () => {
  const build = (refs: readonly ContentReference[]) => ({
    object: "document" as const,
    data: { schemaVersion: 1 },
    nodes: refs.map((ref) => ({
      object: "block" as const,
      type: "table",
      data: { ref, records: { r1: { values: { c1: [ref], c2: { ref } } } }, title: "x" },
      nodes: [{ object: "inline" as const, type: "link", data: { ref } }],
      fragments: [
        { object: "fragment" as const, nodes: [{ object: "block" as const, data: { ref } }] },
      ],
    })),
  });
  const before = build(inOtherSpace.map(([ref]) => ref));
  const after = build(inOtherSpace.map(([, ref]) => ref));
  expect(withSpaceInReferences(before, space)).toEqual(after);
});
