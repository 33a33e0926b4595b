import { describe, expect, test } from "vitest";
import { parsePageElements } from "../../../src/document/repository/page-elements.ts";

/** Notations of a link to x; each is a block on one line. */
const notations = [
  "[a](x)",
  "![a](x)",
  '<a href="x">a</a>',
  '<img src="x">',
  "- [a](x)",
  "> [a](x)",
  '{% embed url="x" %}',
  '{% content-ref url="x" %}\n{% endcontent-ref %}',
  '{% file src="x" %}',
  "[a][ref]",
  "![a][ref]",
];

/** Texts before the content of a file. */
const heads = ["", "---\ntitle: A\n---\n", "---\ndescription: >-\n  a\n  b\n---\n\n\n"];

/** Notations that are not tried with each other. */
const furtherNotations = [
  '{% openapi src="x" path="/" method="get" %}\n{% endopenapi %}',
  "{% openapi src='x' path='/' method='get' %}\n{% endopenapi %}",
  '{% include "x" %}',
];

const pairs = [
  ...notations.flatMap((one) => notations.map((other) => ({ one, other }))),
  ...furtherNotations.map((one) => ({ one, other: "[a](x)" })),
];

describe.each(heads)("behind the front matter %j, links have the lines of their text", (head) => {
  test.each(pairs)("$one and $other", ({ one, other }) => {
    const text = `${head}Start\n\n${one}\n\n${other}\n\n[ref]: x\n`;
    const start = head.split("\n").length;
    const second = start + 2 + one.split("\n").length + 1;
    const { links, hasHead } = parsePageElements(text);
    expect(links).toEqual([
      { url: "x", line: start + 2 },
      { url: "x", line: second },
    ]);
    expect(hasHead).toBe(head !== "");
  });

  test("conditions and expressions, each time that they occur", () => {
    const code = '<code class="expression">page.a</code>';
    const condition = `{% if page.a %}\n${code}\n{% endif %}\n`;
    const text = `${head}Start\n${code} and\n${code}\n\n${condition}\n- b\n  ${code}\n\n${condition}`;
    const lines = { expression: [1, 2, 5, 9, 12], condition: [4, 11] };
    const { expressions } = parsePageElements(text);
    for (const is of ["expression", "condition"] as const) {
      const start = head.split("\n").length;
      expect(expressions.filter((one) => one.is === is)).toEqual(
        lines[is].map((line) => ({ is, text: "page.a", line: start + line })),
      );
    }
  });

  test("a long row and a tag", () => {
    const table = "| a | b |\n| - | - |\n| 1 | 2 | 3 |\n| 1 | 2 |\n| 1 |\n";
    const text = `${head}${table}\n- ${table.replaceAll("\n", "\n  ")}\n\n{% hnt %}\n\n{% hint %}\n`;
    const start = head.split("\n").length;
    const { longRows, tags } = parsePageElements(text);
    expect(longRows).toEqual([
      { cells: 3, columns: 2, line: start + 2 },
      { cells: 3, columns: 2, line: start + 8 },
    ]);
    expect(tags).toEqual([
      { is: "unknown", name: "hnt", meant: "hint", line: start + 13 },
      { is: "unclosed", name: "hint", meant: undefined, line: start + 15 },
    ]);
  });
});

test("each of several links to a URL has its own line, and others keep theirs", () => {
  const lines = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? "[b](y)" : "[a](x) [c](x)"));
  const { links } = parsePageElements(lines.join("\n\n"));
  expect(links.map(({ url, line }) => `${url}:${line}`)).toEqual(
    lines.flatMap((_, at) => {
      const line = 2 * at + 1;
      return at % 3 === 0 ? [`y:${line}`] : [`x:${line}`, `x:${line}`];
    }),
  );
});

test("the first of two definitions counts, and a link without one is text", () => {
  const { links } = parsePageElements("[a][r] [b][s]\n\n[r]: one\n[r]: two\n");
  expect(links).toEqual([{ url: "one", line: 1 }]);
});

test("links in HTML over several lines have the line of their attribute", () => {
  const { links } = parsePageElements(
    '<div>\n<a href="x">a</a>\n\n</div>\n\n<p>\n<img\nsrc="y">\n</p>',
  );
  expect(links.map(({ url }) => url)).toEqual(["x", "y"]);
  expect(links[0]?.line).toBe(2);
});

test.each([
  // An end tag without a start tag, also one without a name.
  ["{% endhint %}", { is: "stray", name: "hint" }],
  ["{% end %}", { is: "stray", name: "" }],
  ["{% endapi-method %}", { is: "stray", name: "api-method" }],
  ["{% endfoo %}", { is: "unknown", name: "endfoo" }],
  ["{% endless %}", { is: "unknown", name: "endless" }],
  ["{% hint %}", { is: "unclosed", name: "hint" }],
  ["{% hint style=info %}\na\n{% endhint %}", { is: "attributes", name: "hint" }],
  ["{% hnt %}", { is: "unknown", name: "hnt", meant: "hint" }],
  ["a {% endhint %}", { is: "text", name: "endhint" }],
])("the tag %j has the finding %j", (text, expected) => {
  expect(parsePageElements(text).tags).toMatchObject([expected]);
});

test.each([
  "{% @github/files url=x %}",
  '{% embed url="x" %}',
  '{% embed url="x" %}\na\n{% endembed %}',
  "{% api-method method=get %}",
  "{% page-ref page=x %}",
  "{% if visitor.claims.a %}\na\n{% endif %}",
  "{% swagger method=get %}\na\n{% endswagger %}",
])("the tag %j has no finding", (text) => {
  expect(parsePageElements(text).tags).toEqual([]);
});
