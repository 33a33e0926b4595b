/**
 * The longest accepted texts, and longer ones: their processing time is bounded, or they are
 * refused.
 */
import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { sample, slowTest } from "../support/generators/amount.ts";

const signs = ["a*_", "[a](", "[a]: /b\n", "*a**b", "![", "[^a]", "x `a` ", "a\n", "> "];

test.each(sample(signs, 3))("a text that repeats %j is parsed in linear time, and kept", (sign) => {
  const text = sign.repeat(20_000);
  expect(JSON.stringify(parseMarkdown(text)).length).toBeGreaterThan(text.length / 2);
});

test("a text longer than half a megabyte is refused", () => {
  expect(() => parseMarkdown("a".repeat(512 * 1024 + 1))).toThrow("Divide it");
});

for (const [blocks, one] of [
  ["headings", "# a\n"],
  ["items", "- a\n"],
  ["paragraphs", "a\n\n"],
  ["code blocks", "```\n"],
  ["thematic breaks", "***\n"],
] as const) {
  slowTest(
    `a text of 10,000 ${blocks} is parsed, and one of more is refused with a solution`,
    () => {
      expect(parseMarkdown(one.repeat(10_000)).nodes.length).toBeGreaterThan(0);
      expect(() => parseMarkdown(one.repeat(10_002))).toThrow(
        /has 1000\d headings, items and paragraphs; the maximum is 10000\. Divide it/,
      );
    },
  );
}

slowTest("long prose and long code are accepted", () => {
  const prose = "Words of a paragraph that goes on.\n".repeat(1_500);
  expect(parseMarkdown(`${prose}\n`.repeat(9)).nodes).toHaveLength(9);
  const code = `\`\`\`\n${"let a = 1;\n".repeat(40_000)}\`\`\`\n`;
  expect(parseMarkdown(code).nodes).toHaveLength(1);
});

slowTest("a long list of links and emphasis is accepted", () => {
  const list = Array.from({ length: 1200 }, (_, at) => `* [Page ${at}](page-${at}.md) is _new_\n`);
  expect(writeMarkdown(parseMarkdown(list.join("")))).toBe(list.join(""));
});
