import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlainLists } from "../../../src/document/markdown/plain-lists.ts";
import { parseTree } from "../../../src/document/markdown/tree.ts";
import type { SummaryItem } from "../../../src/document/repository/summary.ts";
import { writeSummary } from "../../../src/service/areas/git/export/summary.ts";
import { amount } from "../../support/generators/amount.ts";

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
