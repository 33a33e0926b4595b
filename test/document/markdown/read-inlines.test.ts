/** Texts with marks and inline nodes, read from Markdown and written again. */
import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";

/** The leaves and inline nodes of a paragraph: marks, and the text or type. */
function read(markdown: string): string[] {
  const [paragraph] = parseMarkdown(markdown).nodes;
  const format = (node: Node): string[] =>
    node.leaves?.map(
      ({ text, marks }) => `${marks.map(({ type }) => `${type} `).join("")}${text}`,
    ) ?? [
      `${node.marks?.map(({ type }) => `${type} `).join("") ?? ""}<${node.type}>`,
      ...(node.nodes ?? []).flatMap(format),
    ];
  return (paragraph?.nodes ?? []).flatMap(format);
}

test.each<[string, readonly string[]]>([
  ["a *b* c", ["a ", "italic b", " c"]],
  ["*a **b** c*", ["italic a ", "italic bold b", "italic  c"]],
  ["***a***", ["italic bold a"]],
  ["*a *b* c*", ["italic a b c"]],
  ["**a *b **c** d* e**", ["bold a ", "bold italic b c d", "bold  e"]],
  ["~~a `b`~~", ["strikethrough a ", "strikethrough code b"]],
  ["`a``b`", ["code a``b"]],
  ["`a`*`b`*", ["code a", "italic code b"]],
  // Code is not merged, because it may have been separated on purpose.
  ["__`a`__**`b`**", ["bold code a", "bold code b"]],
  ["__a__**b**", ["bold ab"]],
  ["*a*<!-- -->*b*", ["italic a", "<html>", "italic b"]],
  ["*a![i](u)b*", ["italic a", "italic <inline-image>", "italic b"]],
  ["*a $$x$$*", ["italic a ", "italic <inline-math>"]],
  ["[a *b*](u)", ["<link>", "a ", "italic b"]],
  ["*[a](u)*", ["italic <link>", "italic a"]],
  ["[](u)", ["<link>", ""]],
  ["a  \nb", ["a", "<line-break>", "b"]],
  ["a[^1]\n\n[^1]: x", ["a", "<footnote-reference>"]],
])("%j has the parts %j", (markdown, expected) => {
  expect(read(markdown)).toEqual(expected);
});

describe("adjacent code stays separate", () => {
  const leaf = (text: string, ...marks: string[]) => ({
    object: "leaf" as const,
    text,
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  });

  test.each<[readonly ReturnType<typeof leaf>[], string]>([
    [[leaf("a", "code"), leaf("b", "code")], "`a``b`"],
    [[leaf("a", "code"), leaf(" "), leaf("b", "code")], "`a` `b`"],
    [[leaf("a", "bold"), leaf("b", "bold")], "**ab**"],
    [[leaf("a", "bold", "italic")], "**_a_**"],
    [[leaf("a", "italic", "bold")], "_**a**_"],
    [[leaf("a", "bold", "italic"), leaf("b", "bold")], "***a*b**"],
    [[leaf("a", "bold", "italic"), leaf(" b", "italic")], "_**a** b_"],
    [[leaf("a", "bold", "italic"), leaf("b", "bold", "italic")], "**_ab_**"],
    [
      [leaf("a", "keyboard"), leaf("b", "superscript", "subscript")],
      "<kbd>a</kbd><sup><sub>b</sub></sup>",
    ],
    [[leaf("a", "unknown"), leaf("", "bold"), leaf("b")], "ab"],
  ])("%j is written as %s", (leaves, expected) => {
    const nodes = [
      {
        object: "block" as const,
        type: "paragraph",
        nodes: [{ object: "text" as const, leaves: [...leaves] }],
      },
    ];
    expect(writeMarkdown({ object: "document", data: {}, nodes })).toBe(`${expected}\n`);
  });
});

test.each<[string, string]>([
  ['<code class="expression">a</code>', "<expression>"],
  ['*<code class="expression">a</code>*', "italic <expression>"],
  ['<code class="other">a</code>', "<html>"],
  ['<code class="expression">`a`</code>', "<html>"],
  ['<code class="expression">*a*</code>', "<expression>"],
  ['<code class="expression">a', "<html>"],
])("%s starts with %s", (markdown, first) => {
  expect(read(`${markdown} end`)[0]).toBe(first);
});
