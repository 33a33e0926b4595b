/** Generated edits of one page by two sides, in change requests and Git imports. */
import { describe, expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putDocuments } from "../../../../src/service/areas/content/texts/documents.ts";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../support/generators/random.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const blocks: readonly ((word: string) => string)[] = [
  (word) => `The paragraph about ${word} has several words.`,
  (word) => `## The heading of ${word}`,
  (word) => `* The item of ${word}\n* Another item`,
  (word) => `{% hint style="info" %}\nThe hint about ${word}\n{% endhint %}`,
  (word) => `| Name | Value |\n| ---- | ----- |\n| ${word} | cell |`,
  (word) =>
    `<table><thead><tr><th width="90">${word}</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>`,
  (word) => `\`\`\`sh\necho ${word}\n\`\`\``,
  (word) => `> The quote about ${word}`,
];

interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Words that only one side added. */
  readonly words: readonly string[];
}

/** Each block belongs to one side, which changes it, or puts a block below it. */
function generateSides(random: Random, isOverlapping: boolean): Sides {
  const count = 4 + random.below(5);
  const kinds = Array.from({ length: count }, () => random.below(blocks.length));
  const words: string[] = [];
  const write = (side: "o" | "t" | "", owners: readonly string[]) =>
    kinds
      .flatMap((kind, at) => {
        const block = (word: string) => blocks[kind]?.(word) ?? "";
        const own = `block${at}word`;
        if (side === "" || !owners[at]?.includes(side)) return [block(own)];
        const word = `${side}edit${at}word`;
        words.push(word);
        // Two blocks of the same kind in a row could be one, so a paragraph is between them.
        return at % 3 === 2 ? [block(own), `Added ${word} here.`] : [block(`${own} ${word}`)];
      })
      .join("\n\n");
  const owners = kinds.map(() => random.pick(["o", "t", ""]));
  // Without an edit of both sides, there would be nothing to merge.
  owners[0] = isOverlapping ? "ot" : "o";
  owners[3] = "t";
  return {
    base: `${write("", owners)}\n`,
    ours: `${write("o", owners)}\n`,
    theirs: `${write("t", owners)}\n`,
    words,
  };
}

const rounds = amount({ short: 1, all: 2, full: 300 });

describe("two change requests", () => {
  slowTest("with edits of different blocks are both in the page, in either order", async () => {
    const desk = await openDesk();
    const random = randomFrom();
    for (let round = 0; round < rounds; round++) {
      const { base, ours, theirs, words } = generateSides(random, false);
      const texts: string[] = [];
      for (const order of [
        [ours, theirs],
        [theirs, ours],
      ]) {
        const [page = ""] = await desk.publish({
          title: `Page ${round} ${texts.length}`,
          markdown: base,
        });
        const ids: string[] = [];
        for (const text of order) {
          const id = await desk.begin();
          await desk.write(id, page, text);
          ids.push(id);
        }
        for (const id of ids) await desk.merge(id);
        const pages = await desk.pages(await desk.mainRevision());
        texts.push(pages.at(-1)?.replace(/^[^:]*: /, "") ?? "");
      }
      for (const word of words)
        expect({ seed: random.seed, text: texts[0] }).toMatchObject({
          text: expect.stringContaining(word),
        });
      expect({ seed: random.seed, text: texts[1] }).toEqual({ seed: random.seed, text: texts[0] });
    }
  });

  test("with an edit of the same block conflict, or both edits are in the page", async () => {
    const desk = await openDesk();
    const random = randomFrom();
    for (let round = 0; round < rounds; round++) {
      const { base, ours, theirs, words } = generateSides(random, true);
      const [page = ""] = await desk.publish({ title: `Page ${round}`, markdown: base });
      const [first, second] = [await desk.begin(), await desk.begin()];
      await desk.write(first, page, ours);
      await desk.write(second, page, theirs);
      await desk.merge(first);
      const ids = { spaceId: desk.spaceId, changeRequestId: second };
      const { conflicts = [] } = await desk.workspace.ok(desk.admin, cr.changes, ids);
      const before = await desk.mainRevision();
      if (conflicts.length > 0) {
        // The page stays as it is, and the change request keeps its text.
        await desk.workspace.refused(desk.admin, cr.merge, ids);
        expect(await desk.mainRevision()).toBe(before);
        const told = JSON.stringify(conflicts);
        for (const word of ["oedit0word", "tedit0word"]) {
          expect({ seed: random.seed, told }).toMatchObject({
            told: expect.stringContaining(word),
          });
        }
        continue;
      }
      await desk.merge(second);
      const text = (await desk.pages(await desk.mainRevision())).at(-1) ?? "";
      for (const word of words)
        expect({ seed: random.seed, text }).toMatchObject({ text: expect.stringContaining(word) });
    }
  });
});

describe("a Git import", () => {
  test.each([
    ["with edits of different blocks has both", false],
    ["with an edit of the same block fails, or has both", true],
  ])("%s", async (_, isOverlapping) => {
    const random = randomFrom();
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      const { base, ours, theirs, words } = generateSides(random, isOverlapping);
      const desk = await gitSpace();
      const repository = gitRepository();
      repository.commit({ "README.md": `# Start\n\n${base}` });
      await desk.imports(repository.path);
      const { db } = desk.workspace;
      const [document = ""] = await putDocuments(db, desk.spaceId, [parseMarkdown(ours)]);
      await desk.edit((tree) => withPage(tree, pageCalled(tree, "Start").id, { document }));
      repository.commit({ "README.md": `# Start\n\n${theirs}` });
      const read = async () => desk.text(pageCalled(await desk.tree(), "Start"));
      const before = await read();
      const { state } = await desk.imports(repository.path);
      if (state === "success") {
        const text = await read();
        for (const word of words)
          expect({ seed: random.seed, text }).toMatchObject({
            text: expect.stringContaining(word),
          });
      } else {
        expect({ seed: random.seed, isOverlapping }).toMatchObject({ isOverlapping: true });
        expect(await read()).toBe(before);
      }
    }
  });
});
