import { describe, expect, test } from "vitest";
import { parseTree, printTree, spanBetween } from "../../../src/document/markdown/tree.ts";

const types = (text: string) => parseTree(text).children.map(({ type }) => type);

describe("emphasis is written", () => {
  test.each([
    ["*a*", "_a_"],
    ["_a_", "_a_"],
    ["b *a* c", "b _a_ c"],
    ["(*a*).", "(_a_)."],
    // A `_` within a word is literal.
    ["b*a*", "b*a*"],
    ["*a*c", "*a*c"],
    ["b*a*c", "b*a*c"],
    ["é*a*", "é*a*"],
    ["1*a*", "1*a*"],
    ["*a* *b*c", "_a_ *b*c"],
  ])("of %j as %j", (text, written) => {
    expect(printTree(parseTree(text))).toBe(`${written}\n`);
  });
});

test.each([
  ["max_size", "max_size"],
  ["a_b_c", "a_b_c"],
  ["\\_a\\_", "\\_a\\_"],
  ["a \\_b\\_", "a \\_b\\_"],
  ["* a", "* a"],
  ["- a", "* a"],
  ["+ a", "* a"],
  ["***", "***"],
  ["---", "***"],
  ["    a", "```\na\n```"],
  ["<https://a.example>", "[https://a.example](https://a.example)"],
  ["a\n\n* * *", "a\n\n***"],
])("%j is written as %j", (text, written) => {
  expect(printTree(parseTree(text))).toBe(`${written}\n`);
});

describe("URLs in text", () => {
  test.each([
    ["https://a.example/b", "https://a.example/b"],
    ["www.a.example", "http://www.a.example"],
    ["a@b.example", "mailto:a@b.example"],
  ])("%s is a link to %s", (text, url) => {
    expect(parseTree(`x ${text} y`).children).toMatchObject([
      { children: [{}, { type: "link", url }, {}] },
    ]);
  });

  test.each(["a.example", "xhttps:", "a @b.example", "ftp://a.example"])("%s is none", (text) => {
    expect(JSON.stringify(parseTree(`x ${text} y`))).not.toContain('"link"');
  });
});

describe("a tag on a line of its own", () => {
  test.each([
    ["<div>\n{% a %}\n</div>", ["html", "tag", "html"]],
    ["<details>\n{% a %}\n", ["html", "tag"]],
    ["<div>\nx {% a %}\n</div>", ["html"]],
    ["<div>\n    {% a %}\n</div>", ["html"]],
    ["<div>\n{% a %} {% b %}\n</div>", ["html"]],
    // HTML with an end of its own contains it.
    ["<pre>\n{% a %}\n</pre>", ["html"]],
    ["<script>\n{% a %}\n</script>", ["html"]],
    ["<STYLE>\n{% a %}\n</STYLE>", ["html"]],
    ["<!--\n{% a %}\n-->", ["html"]],
    ["<?x\n{% a %}\n?>", ["html"]],
  ])("ends HTML: %j has the blocks %j", (text, expected) => {
    expect(types(text)).toEqual(expected);
  });

  test("has its position in the source, like the HTML around it", () => {
    const text = "a\n\n<div>\n{% a %}\n</div>\n";
    const parts = parseTree(text).children.map(({ position }) =>
      text.slice(position?.start.offset, position?.end.offset),
    );
    expect(parts).toEqual(["a", "<div>", "{% a %}", "</div>"]);
    const lines = parseTree(text).children.map(({ position }) => [
      position?.start.line,
      position?.end.line,
    ]);
    expect(lines).toEqual([
      [1, 1],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
  });
});

test("a text that would take too long to parse is code", () => {
  const text = ">".repeat(200);
  expect(parseTree(text)).toEqual({ type: "root", children: [{ type: "code", value: text }] });
});

test("a span has a position only if both blocks have one", () => {
  const [first, last] = parseTree("a\n\nb").children;
  if (first === undefined || last === undefined) throw new Error("The text has two blocks.");
  expect(spanBetween(first, last).position).toEqual({
    start: first.position?.start,
    end: last.position?.end,
  });
  expect(spanBetween(first, undefined)).toEqual({});
  expect(spanBetween({ ...first, position: undefined }, last)).toEqual({});
});
