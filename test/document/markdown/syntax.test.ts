import { describe, expect, test } from "vitest";
import { parseTree, printTree } from "../../../src/document/markdown/tree.ts";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";

describe("a tag on a line", () => {
  test.each([
    ["{% a %}", "a"],
    ["{%a%}", "a"],
    ['{%  a b="c"  %}  ', 'a b="c"'],
    ["   {% a %}\t", "a"],
    ["{% a % b %}", "a % b"],
    ["{% a } b %}", "a } b"],
    ["{% a {% b %}", "a {% b"],
  ])("%j has the value %j", (source, value) => {
    expect(parseTree(source).children).toMatchObject([{ type: "tag", value }]);
  });

  test.each([
    "{%%}",
    "{% a",
    "{% a %",
    "{% a }",
    "{ % a %}",
    "{% a %} b",
    "b {% a %}",
    "{% a\n%}",
    "{",
  ])("%j is text", (source) => {
    expect(parseTree(source).children).toMatchObject([{ type: "paragraph" }]);
    expect(writeMarkdown(parseMarkdown(writeMarkdown(parseMarkdown(source))))).toBe(
      writeMarkdown(parseMarkdown(source)),
    );
  });

  test("ends a paragraph, and is not read in indented code", () => {
    const types = (source: string) => parseTree(source).children.map(({ type }) => type);
    expect(types("a\n{% b %}\nc")).toEqual(["paragraph", "tag", "paragraph"]);
    expect(types("    {% b %}")).toEqual(["code"]);
    expect(types("> {% b %}")).toEqual(["blockquote"]);
  });
});

describe("a formula", () => {
  test.each([
    ["$$a$$", "a"],
    ["$$a $ b$$", "a $ b"],
    ["$$\na\n$$", "\na\n"],
    ["$$a\nb$$", "a\nb"],
    ["$$ $$", " "],
    ["$$a\\b{}_c_$$", "a\\b{}_c_"],
  ])("%j has the value %j", (source, value) => {
    const formula = { type: "formula", value };
    expect(parseTree(source).children).toMatchObject([{ children: [formula] }]);
    expect(printTree(parseTree(source))).toBe(`${source}\n`);
  });

  test.each(["$$$$", "$$", "$$a", "$$a$", "$a$", "$ $a$ $", "$$\n$$"])("%j is text", (source) => {
    expect(JSON.stringify(parseTree(source))).not.toContain('"formula"');
    const text = writeMarkdown(parseMarkdown(source));
    expect(writeMarkdown(parseMarkdown(text))).toBe(text);
  });
});

/** Blocks at the end of a tag's content, and whether a blank line must follow them. */
const contents: readonly (readonly [content: string, hasBlank: boolean])[] = [
  ["a", false],
  ["## a", false],
  ["```\na\n```", false],
  ["***", false],
  ["{% b %}", false],
  ["{% b %}\na\n{% endb %}", false],
  ["* a", true],
  ["1. a", true],
  ["> a", true],
  ["| a |\n| - |\n| b |", true],
  ["<div>a</div>", true],
];

test.each(contents)("the end tag after %j is separated from it: %s", (content, hasBlank) => {
  const end = hasBlank ? "\n\n" : "\n";
  const source = `{% hint style="info" %}\n${content}${end}{% endhint %}\n`;
  const [block] = parseMarkdown(source).nodes;
  expect(block?.type).toBe("hint");
  expect(writeMarkdown(parseMarkdown(source))).toBe(source);
});

test("a tag without content has its end tag on the next line", () => {
  const source = '{% hint style="info" %}\n{% endhint %}\n';
  expect(writeMarkdown(parseMarkdown(source))).toBe(source);
});
