import fc from "fast-check";
import { expect, test } from "vitest";
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
