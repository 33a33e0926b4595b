import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { document } from "../../src/contract/document.model.ts";
import { toDocumentBlocks } from "../../src/document/contentkit.ts";
import { writeMarkdown } from "../../src/document/markdown.ts";
import { slowTest } from "../support/generators/amount.ts";

/** Also names that every object inherits. */
const words = fc.constantFrom(
  ...["bold", "italic", "code", "strikethrough", "text", "link", "image", "markdown", "card"],
  ...["codeblock", "hstack", "vstack", "button", "webframe", "hint", "https://a.example"],
  ...["constructor", "__proto__", "toString", "hasOwnProperty"],
);
const members = ["type", "style", "syntax", "title", "label", "url", "action", "$state"];
const { element } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, words, fc.jsonValue({ maxDepth: 1 }), tie("element")),
  element: fc.record(
    {
      type: words,
      ...Object.fromEntries(members.slice(1).map((name) => [name, words])),
      children: fc.oneof(tie("value"), fc.array(tie("value"), { maxLength: 4 })),
      content: tie("value"),
      source: fc.oneof(tie("value"), fc.record({ url: words })),
      target: fc.record({ url: words }),
      onPress: fc.record({ action: fc.constant("@ui.url.open"), url: words }),
    },
    { requiredKeys: ["type"] },
  ),
}));

slowTest("every element gives blocks of a document, as JSON", () => {
  fc.assert(
    fc.property(element, fc.dictionary(words, words), (value, state) => {
      const nodes = toDocumentBlocks(value, state);
      expect(structuredClone(nodes)).toEqual(JSON.parse(JSON.stringify(nodes)));
      expect(document.safeParse({ object: "document", data: {}, nodes }).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test.each<[unknown, Readonly<Record<string, string>>, string]>([
  ["x", {}, "x\n"],
  [
    { type: "text", style: "secondary", children: ["a", { type: "text", children: "b" }] },
    { s: "stated" },
    "ab\n",
  ],
  [{ type: "markdown", content: "# a\n\nb" }, { s: "stated" }, "# a\n\nb\n"],
  [{ type: "divider" }, { s: "stated" }, "***\n"],
  [{ type: "image", source: { url: "https://i" }, aspectRatio: 2 }, {}, ""],
  [{ type: "codeblock", content: "a\nb", syntax: "js", title: "t" }, {}, "```js\na\nb\n```\n"],
  [{ type: "codeblock", content: { $state: "s" } }, {}, "```\n```\n"],
  [{ type: "codeblock", content: { $state: "s" } }, { s: "stated" }, "```\nstated\n```\n"],
  [
    { type: "button", label: "L", onPress: { action: "@ui.url.open", url: "https://u" } },
    {},
    "[L](https://u)\n",
  ],
  [{ type: "block", children: [{ type: "button", label: "L" }] }, {}, ""],
  [{ type: "link", target: { url: "u" }, children: ["x"] }, { s: "stated" }, "[x](u)\n"],
  [
    {
      type: "card",
      title: "T",
      hint: "H",
      icon: { type: "image", source: { url: "i" } },
      children: [{ type: "text", children: "c" }],
      buttons: [{ type: "button", label: "B" }],
    },
    { s: "stated" },
    "> **T**\n>\n> H\n>\n> c\n",
  ],
  [
    {
      type: "card",
      title: [{ type: "text", children: "T" }],
      hint: [{ type: "text", children: "H" }],
      onPress: { action: "@ui.url.open", url: "u" },
    },
    { s: "stated" },
    "> H\n",
  ],
  // Elements that a page does not show take no column.
  [{ type: "hstack", children: ["a"] }, {}, "a\n"],
  [{ type: "hstack", children: [{ type: "input" }, "a", { type: "button" }] }, {}, "a\n"],
  [{ type: "hstack", children: [{ type: "input" }] }, {}, ""],
  [{ type: "hstack", children: "a" }, {}, ""],
  [
    {
      type: "hstack",
      children: [
        { type: "box", children: [{ type: "text", children: "a" }] },
        { type: "spacer" },
        { type: "text", children: "b" },
      ],
    },
    { s: "stated" },
    "{% columns %}\n{% column %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n",
  ],
  [
    { type: "webframe", source: { url: "https://w" }, aspectRatio: 1 },
    { s: "stated" },
    '{% embed url="https://w" %}\n',
  ],
  [{ type: "webframe" }, { s: "stated" }, ""],
  [
    {
      type: "block",
      children: [{ type: "modal", title: "T", children: [{ type: "text", children: "m" }] }],
    },
    {},
    "m\n",
  ],
  [
    {
      type: "block",
      children: [{ type: "hint", style: "warning", children: [{ type: "text", children: "h" }] }],
    },
    {},
    '{% hint style="info" %}\nh\n{% endhint %}\n',
  ],
])("the element %j with the state %j is %j as Markdown", (given, state, markdown) => {
  const nodes = toDocumentBlocks(given, state);
  expect(writeMarkdown({ object: "document", data: {}, nodes })).toBe(markdown);
});

const divider = { type: "divider" };
const text = { type: "text", children: "a" };
const countNodes = (element: unknown, part: string) =>
  JSON.stringify(toDocumentBlocks(element)).split(part).length - 1;

describe("of many elements, only the first 500 are shown", () => {
  const fill = (count: number, element: object) => Array.from({ length: count }, () => element);
  const button = { type: "button", onPress: { action: "@ui.url.open", url: "a" } };

  test.each<[string, (count: number) => unknown, string, number]>([
    ["in a list", (count) => fill(count, divider), '"divider"', 0],
    ["in lists", (count) => [fill(3, divider), fill(count - 3, divider)], '"divider"', 0],
    ["texts", (count) => fill(count, text), '"paragraph"', 0],
    ["in a text", (count) => ({ type: "text", children: fill(count, text) }), '"a"', 1],
    ["buttons", (count) => fill(count, button), '"link"', 0],
    ["codes", (count) => fill(count, { type: "codeblock", content: "a" }), '"code"', 0],
    ...["block", "card", "hint", "hstack"].map(
      (type): [string, (count: number) => unknown, string, number] => [
        `in a ${type}`,
        (count) => ({ type, children: fill(count, divider) }),
        '"divider"',
        1,
      ],
    ),
  ])("%s", (_, build, part, containers) => {
    const most = 500 - containers;
    expect([most - 1, most, most + 1].map((count) => countNodes(build(count), part))).toEqual([
      most - 1,
      most,
      most,
    ]);
  });
});

test.each<[string, (inner: object) => object, object, string]>([
  ...["block", "card", "hint", "hstack", "vstack", "modal"].map(
    (type): [string, (inner: object) => object, object, string] => [
      type,
      (inner) => ({ type, children: [inner] }),
      divider,
      '"divider"',
    ],
  ),
  ["hint of a card", (hint) => ({ type: "card", hint }), divider, '"divider"'],
  ["header", (header) => ({ type: "codeblock", header }), divider, '"divider"'],
  ["footer", (footer) => ({ type: "codeblock", footer }), divider, '"divider"'],
  ["text", (children) => ({ type: "text", children }), text, '"a"'],
  ["link", (children) => ({ type: "link", target: { url: "b" }, children }), text, '"a"'],
])("elements in 20 others are shown, and in 21 are not: %s", (_, wrap, inmost, part) => {
  const nest = (depth: number) =>
    Array.from({ length: depth }).reduce((inner: object) => wrap(inner), inmost);
  expect([1, 20, 21].map((depth) => countNodes(nest(depth), part))).toEqual([1, 1, 0]);
});

test.each<[string, (text: string) => unknown]>([
  ["a text", (value) => value],
  ["an inline text", (children) => ({ type: "text", children })],
  ["an inline text among others", (value) => ({ type: "text", children: [value] })],
  ["Markdown", (content) => ({ type: "markdown", content })],
  ["code", (content) => ({ type: "codeblock", content })],
  ["the title of a card", (title) => ({ type: "card", title })],
  [
    "the label of a button",
    (label) => ({ type: "button", label, onPress: { action: "@ui.url.open", url: "/y" } }),
  ],
])("of %s, the first 100,000 characters are shown", (_, build) => {
  const nodes = toDocumentBlocks(build("x".repeat(100_001)));
  expect(JSON.stringify(nodes).match(/x{2,}/g)?.join("")).toHaveLength(100_000);
});
