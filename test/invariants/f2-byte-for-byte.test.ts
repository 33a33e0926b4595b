/** An export preserves unchanged text, tested with the Markdown files of packages. */
import { expect, test } from "vitest";
import type { Document } from "../../src/contract/document.model.ts";
import { parseMarkdown, rewriteMarkdown } from "../../src/document/markdown.ts";
import { changedLines } from "../support/commands/changed-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { everyMarkdown, shippedMarkdown } from "../support/generators/markdown-trees.ts";
import { randomFrom, sameSeed } from "../support/generators/random.ts";
import { edited, edits, newWords } from "../support/generators/random-edits.ts";

const stay = (document: Document) => document;
const rewritten = (source: string, document: Document) =>
  rewriteMarkdown(source, document, { before: stay, now: stay, written: stay });

/** In the long run all thousand files, otherwise some packages with most of the files. */
function triedFiles() {
  const step = amount({ short: 192, all: 96, full: 1 });
  return step === 1 ? everyMarkdown() : shippedMarkdown().filter((_, at) => at % step === 0);
}

test("an unchanged text is exported byte for byte", () => {
  const tried = triedFiles();
  const changed = tried.filter(({ text }) => rewritten(text, parseMarkdown(text)) !== text);
  expect(changed.map(({ path }) => path)).toEqual([]);
  report("F2", `${tried.length} texts that packages ship, ${changed.length} not the same`);
});

slowTest("a change in real documentation changes only the lines of its block", () => {
  const files = triedFiles().filter(({ text }) => text.length < 60_000);
  const random = randomFrom(sameSeed());
  let count = 0;
  const wider = countFaults();
  for (const { path, text } of files) {
    const document = parseMarkdown(text);
    for (const edit of edits) {
      const next = edited(document, edit, random);
      if (!next) continue;
      count++;
      const about = `${edit} in ${path}, TOME_SEED=${random.seed}`;
      const result = rewritten(text, next);
      expect(result, about).toBeDefined();
      const { added, removed, blocks } = changedLines(text, result ?? "");
      if (edit === "insert") expect([added, removed], about).toEqual([[newWords], []]);
      // Adjacent lists need different markers, and code gets fences.
      const bare = (lines: readonly string[]) =>
        lines
          .filter((line) => !/^\s*```/.test(line))
          .map((line) =>
            line
              .trimStart()
              .replace(/^(\s*)(?:[-*+]|\d+[.)])(?= )/, "$1-")
              .replaceAll("&nbsp;", "\u00a0"),
          )
          .toSorted();
      if (edit === "move") expect(bare(added), about).toEqual(bare(removed));
      if (edit === "delete")
        expect(bare(removed), about).toEqual(expect.arrayContaining(bare(added)));
      if (edit === "insert" || edit === "word") {
        wider.add(blocks > 1);
        expect(blocks, about).toBe(1);
      }
      if (edit === "word") expect(added.join("\n"), about).toContain("zebra");
    }
  }
  report("F2", `${count} edits of ${files.length} of them, ${wider.total()} wider than a block`);
});
