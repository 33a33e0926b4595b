import { expect, test } from "vitest";
import type { Node } from "../../src/contract/document.model.ts";
import { collectText, listNodes, mapNodes } from "../../src/document/walk.ts";

const node = (value: object) => value as Node;
const text = (value: string) => node({ object: "text", leaves: [{ text: value }] });

test.each<[object, string]>([
  [{ leaves: [{ text: "a" }, { text: "b" }] }, "ab"],
  [{ type: "line-break" }, "\n"],
  [{ type: "inline-math", data: { formula: "x" } }, "x"],
  [{ type: "math", data: { formula: "y" } }, "y"],
  [{ type: "math" }, ""],
  [{ type: "emoji", data: { code: "1f600" } }, "😀"],
  [{ type: "emoji", data: { code: "1F1E6-1F1E7" } }, "🇦🇧"],
  [{ type: "emoji", data: { code: "10ffff" } }, "\u{10ffff}"],
  [{ type: "emoji", data: { code: "110000" } }, ""],
  [{ type: "emoji", data: { code: "1f600-110000" } }, ""],
  [{ type: "emoji", data: { code: "smile" } }, ""],
  [{ type: "emoji", data: { code: 5 } }, ""],
  [{ type: "emoji" }, ""],
  [{ type: "button", data: { label: "Go" } }, "Go"],
  [{ type: "button" }, ""],
  [{ type: "inline-image", data: { alt: "Alt" } }, "Alt"],
  [{ type: "inline-image", data: {} }, ""],
  [{ type: "paragraph" }, ""],
  [{ type: "paragraph", nodes: [text("a"), text("b")] }, "ab"],
  [{ type: "list", nodes: [{ object: "block", nodes: [text("a")] }, text("b")] }, "a\nb"],
])("%j reads %j", (value, read) => {
  expect(collectText(node(value))).toBe(read);
});

const inline = node({ object: "inline", type: "i", nodes: [text("in")] });
const fragment = node({ object: "fragment", nodes: [text("title")] });
const block = node({ object: "block", type: "b", fragments: [fragment], nodes: [inline] });

test("nodes are listed in order with their block: fragments first", () => {
  const [title] = fragment.nodes ?? [];
  const [inner] = inline.nodes ?? [];
  const listed = [...listNodes({ nodes: [text("loose"), block] })];
  expect(listed).toEqual([
    { node: text("loose"), block: undefined },
    { node: block, block },
    { node: fragment, block },
    { node: title, block },
    { node: inline, block },
    { node: inner, block },
  ]);
});

test("nodes are changed from the inside, and without members they have none", () => {
  const changed = mapNodes([block, text("x")], (one) =>
    one.leaves ? [one, text("+")] : node({ ...one, seen: one.nodes?.length }),
  );
  expect(changed).toEqual([
    {
      object: "block",
      type: "b",
      seen: 1,
      fragments: [{ object: "fragment", seen: 2, nodes: [text("title"), text("+")] }],
      nodes: [{ object: "inline", type: "i", seen: 2, nodes: [text("in"), text("+")] }],
    },
    text("x"),
    text("+"),
  ]);
  expect(Object.keys(changed[1] ?? {})).toEqual(["object", "leaves"]);
});
