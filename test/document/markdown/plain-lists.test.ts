import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePlainLists } from "../../../src/document/markdown/plain-lists.ts";
import { parseTree } from "../../../src/document/markdown/tree.ts";
import type { SummaryItem } from "../../../src/document/repository/summary.ts";
import { writeSummary } from "../../../src/service/areas/git/export/summary.ts";
import { amount, slowTest } from "../../support/generators/amount.ts";

const read = (text: string) => parsePlainLists(text, (line) => parseTree(line).children, 1);

const content = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("[One](one.md)", "[Two *b*](a/b.md#c)", "Three", "**Four** x"),
  },
  fc.constantFrom("[x] task", "[a]: b", "[a][b] [c]", "- nested", "1. one", "# H", "> q", "<div>"),
  fc.constantFrom(
    "`code",
    "a <br> b",
    "https://example.com/",
    "[ext](<https://a b>)",
    "\\* a",
    "&amp;",
  ),
  fc.constantFrom("***", "| a |", "{% x %}", "$$a$$", "```js", "[^1]", "[](x.md)", "é 日本 &#x26;"),
);
const item = fc
  .tuple(
    fc.nat({ max: 9 }),
    fc.constantFrom("*", "*", "*", "-", "+"),
    fc.constantFrom(" ", " ", " ", "   ", "     "),
    content,
  )
  .map(([indent, marker, gap, text]) => " ".repeat(indent) + marker + gap + text);
const line = fc.oneof(
  { weight: 10, arbitrary: item },
  fc.constantFrom("", "## Heading", "# [Link](x.md) #", "text", "  text", "---", "   ", "#", "* "),
);

test("is undefined, or the tree of the parser with its positions, for any lines", () => {
  const texts = amount({ short: 250, full: 50_000 });
  let count = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const text = lines.join("\n");
      const tree = read(text);
      if (!tree) return;
      count++;
      expect(tree).toEqual(parseTree(text));
    }),
    { numRuns: texts },
  );
  expect(count).toBeGreaterThan(texts / 50);
});

describe("blank lines", () => {
  const isRead = [
    "\n* a",
    "\n\n* a\n",
    "* a\n\n",
    "# H\n\n\n* a",
    "* a\n# H\n* b",
    "* a\n\n# H\n* b\n* c",
    "* a\n  * b\n\n# H\n\n* b\n  * c",
  ];
  const isLeftToParser = [
    "* a\n\n* b",
    "* a\n* b\n\n* c",
    "* a\n\n  * b",
    "* a\n  * b\n\n  * c",
    "* a\n  * b\n\n* c",
    "# H\n\n* a\n\n\n* b",
  ];

  test.each(isRead)("outside of a list are read line by line: %j", (text) => {
    expect(read(text)).toEqual(parseTree(text));
  });

  test.each(isLeftToParser)("within a list are left to the parser: %j", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

test.each([0, 1, 2, 3, 4])("items are indented by up to 3 spaces: %i", (count) => {
  const spaces = " ".repeat(count);
  for (const text of [`# H\n${spaces}* a\n${spaces}* b`, `# H\n* a\n${spaces}  * b`]) {
    expect(read(text)).toEqual(count > 3 ? undefined : parseTree(text));
  }
});

slowTest(
  "a text of 300 lines is read line by line, and a shorter one is left to the parser",
  () => {
    const parse = (line: string) => parseTree(line).children;
    const listItems = (count: number) => Array.from({ length: count }, () => "* a").join("\n");
    expect(parsePlainLists(listItems(300), parse)?.children).toHaveLength(1);
    expect(parsePlainLists(listItems(299), parse)).toBeUndefined();
  },
);

test("a deep table of contents with sections is read line by line", () => {
  const text = `# Table of contents\n\n* [A](a.md)\n  * [B](b.md)\n    * [C](c.md)\n* [D](d.md)\n\n## Part\n\n* [E](e.md)\n`;
  expect(read(text)).toEqual(parseTree(text));
});

test("the table of contents of an export is read line by line, at any depth", () => {
  const leaf = fc.record({
    title: fc.constantFrom("One", "Two & three", "a_b", "日本"),
    address: fc.constantFrom("a.md", "b/c%20d.md"),
  });
  const { items } = fc.letrec<{ items: readonly SummaryItem[] }>((tie) => ({
    items: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constant([]),
      fc.array(
        fc.tuple(leaf, tie("items")).map(([it, below]) => ({ ...it, items: below })),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  }));
  fc.assert(
    fc.property(
      fc.array(fc.record({ title: fc.constant("Part"), items }), { maxLength: 4 }),
      (parts) => {
        const text = writeSummary(parts);
        expect(read(text)).toEqual(parseTree(text));
      },
    ),
    { numRuns: amount({ short: 10, all: 30, full: 2000 }) },
  );
});
