import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../src/contract/content-reference.model.ts";
import type { Document, Node } from "../../src/contract/document.model.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import {
  asReference,
  collectReferences,
  findHtmlUrls,
  withSpace,
  withSpaceInReferences,
} from "../../src/document/references.ts";

const page = { kind: "page", page: "P1" } as const;
const file = { kind: "file", file: "F1" } as const;
const url = (text: string) => ({ kind: "url", url: text }) as const;

const toDocument = (...nodes: readonly Node[]): Document => ({
  ...{ object: "document", data: { schemaVersion: 1 }, nodes: [...nodes] },
});
const block = (
  type: string,
  data: Readonly<Record<string, unknown>>,
  rest: Partial<Node> = {},
): Node => ({
  ...{ object: "block", type, data: { ...data }, ...rest },
});

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

describe("the references of a block", () => {
  const list = (...nodes: readonly Node[]) => collectReferences(toDocument(...nodes));

  test.each<[string, Node, readonly ContentReference[]]>([
    ["image", block("image", { ref: file, refDark: page }), [file, page]],
    ["link without a target", block("link", {}), []],
    ["link with an invalid target", block("link", { ref: { kind: "page" } }), []],
    ["embed", block("embed", { url: "https://a", ref: page }), [url("https://a")]],
    ["embed without a URL", block("embed", { ref: page }), [page]],
    ["another block with a URL", block("x", { url: "https://a" }), []],
    ["HTML", block("html", { html: '<a href="b">' }), [url("b")]],
    ["HTML without a text", block("html", {}), []],
    [
      "table",
      block("table", {
        records: {
          a: { values: { one: page, two: { ref: file, more: 1 }, three: "P1", four: null } },
          b: {},
          c: null,
        },
      }),
      [page, file],
    ],
    ["table without cells", block("table", { records: null }), []],
  ])("%s", (_, node, refs) => {
    expect(list(node).map(({ ref }) => ref)).toEqual(refs);
  });

  test("have the key of the block that contains them", () => {
    const inline: Node = { object: "inline", type: "link", data: { ref: page } };
    expect(
      list(
        block("paragraph", {}, { key: "k1", nodes: [inline] }),
        block("image", { ref: file }),
        block("image", { ref: file }, { key: "k2" }),
      ),
    ).toEqual([
      { ref: page, relation: "reference", node: "k1" },
      { ref: file, relation: "reference" },
      { ref: file, relation: "reference", node: "k2" },
    ]);
  });

  test.each([
    ["reusable-content", "dependsOn"],
    ["swagger", "dependsOn"],
    ["openapi-operation", "dependsOn"],
    ["openapi-schemas", "dependsOn"],
    ["openapi-webhook", "dependsOn"],
    ["image", "reference"],
    ["file", "reference"],
    ["content-ref", "reference"],
  ])("of the type %s have the relation %s", (type, relation) => {
    expect(list(block(type, { ref: file }))).toEqual([{ ref: file, relation }]);
  });
});

test("a footnote of the same text is not a reference, even as a URL in HTML", () => {
  const text =
    'a[^1]\n\n<p><a href="#fn-1">n</a> <a href="#user-content-fn-1">n</a> <a href="#b">b</a></p>';
  const find = (markdown: string) =>
    collectReferences(parseMarkdown(markdown)).map(({ ref }) =>
      ref.kind === "url" ? ref.url : ref,
    );
  const all = find(text);
  const others = find(`${text}\n\n[^1]: Note\n`);
  expect(all).toContain("#b");
  expect(others).toContain("#b");
  expect(all.length).toBeGreaterThan(others.length);
});

test.each([
  ['<a href="">x</a><img src>', []],
  ["text", []],
  [
    '<video src="a" poster="b"><track src="c"></video>x<img srcset="d 1x, e 2x">',
    [
      { url: "a", at: 0 },
      { url: "b", at: 0 },
      { url: "c", at: 26 },
      { url: "d", at: 50 },
    ],
  ],
])("the URLs in %s", (html, urls) => {
  expect(findHtmlUrls(html)).toEqual(urls);
});

test.each([undefined, null, "P1", 1, [], {}, { kind: "page" }, { kind: "nosuch", page: "P1" }])(
  "%j is not a reference",
  (value) => {
    expect(asReference(value)).toEqual([]);
  },
);

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
