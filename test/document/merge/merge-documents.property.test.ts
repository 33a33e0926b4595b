import fc from "fast-check";
import { expect, test } from "vitest";
import type { Document, Node } from "../../../src/contract/document.model.ts";
import { addKeys } from "../../../src/document/keys.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { getSign } from "../../../src/document/merge/block-signs.ts";
import { mergeDocuments } from "../../../src/document/merge/merge-documents.ts";
import { collectText, listNodes } from "../../../src/document/walk.ts";
import { amount, slowTest } from "../../support/generators/amount.ts";

/** A block of the generated text, as the words that it contains. */
interface Block {
  readonly kind: "paragraph" | "heading" | "list" | "code" | "hint" | "table";
  /** Three parts: items, lines, rows, or the words of a sentence. */
  readonly parts: readonly string[];
}

interface Edit {
  readonly kind: "edit" | "delete" | "add" | "move" | "rewrite";
  readonly at: number;
  readonly part: number;
  readonly to: number;
  readonly block: Block["kind"];
}

const kinds = ["paragraph", "heading", "list", "code", "hint", "table"] as const;
const kind = fc.constantFrom(...kinds);
const edit = (...of: Edit["kind"][]) =>
  fc.record({
    kind: fc.constantFrom(...of),
    at: fc.nat(30),
    part: fc.nat(2),
    to: fc.nat(30),
    block: kind,
  });
const bases = fc.array(kind, { minLength: 1, maxLength: 9 }).map((list) =>
  list.map(
    (one, at): Block => ({
      kind: one,
      parts: ["first", "second", "third"].map((word) => `the ${word} part of block base${at}`),
    }),
  ),
);
const edits = fc.array(edit("edit", "delete", "add", "move", "rewrite"), { maxLength: 5 });

function write({ kind, parts }: Block): string {
  switch (kind) {
    case "paragraph":
      return parts.join(", and then ");
    case "heading":
      return `## ${parts.join(" or ")}`;
    case "list":
      return parts.map((part) => `* ${part}`).join("\n");
    case "code":
      return ["```", ...parts, "```"].join("\n");
    case "hint":
      return `{% hint style="info" %}\n${parts.join("\n\n")}\n{% endhint %}`;
    case "table":
      return ["| A | B |", "| - | - |", ...parts.map((part) => `| ${part} | cell |`)].join("\n");
  }
}

const parsed = new Map<string, readonly Node[]>();

/** Blocks are parsed one by one, because two lists in a row would be one. */
function parse(blocks: readonly Block[]): Document {
  const nodes = blocks.flatMap((block) => {
    const text = write(block);
    const cached = parsed.get(text) ?? parseMarkdown(text).nodes;
    parsed.set(text, cached);
    return cached;
  });
  return addKeys({ object: "document", data: { schemaVersion: 1 }, nodes });
}

/** Each edit adds a unique word: `o0`, `o1`. */
function apply(base: readonly Block[], person: string, list: readonly Edit[]): Block[] {
  const blocks = [...base];
  for (const [number, { kind, at, part, to, block }] of list.entries()) {
    const mark = `${person}${number}`;
    const index = at % Math.max(blocks.length, 1);
    const old = blocks[index];
    if (kind === "add") {
      const parts = ["one", "two", "three"].map((word) => `added ${word} ${mark}`);
      blocks.splice(to % (blocks.length + 1), 0, { kind: block, parts });
    } else if (!old) continue;
    else if (kind === "delete") blocks.splice(index, 1);
    else if (kind === "move") {
      blocks.splice(index, 1);
      blocks.splice(to % (blocks.length + 1), 0, old);
    } else {
      const parts = old.parts.map((text, at) =>
        at !== part ? text : kind === "edit" ? `${text} ${mark}` : `quite different ${mark}`,
      );
      blocks[index] = { ...old, parts };
    }
  }
  return blocks;
}

const readWords = (nodes: readonly Node[]) =>
  nodes.flatMap((node) => [
    ...[...listNodes({ nodes: [node] })].flatMap(({ node: one }) =>
      one.leaves ? collectText(one).split(/[^\w]+/) : [],
    ),
  ]);

const marksIn = (nodes: readonly Node[]) =>
  new Set(readWords(nodes).filter((word) => /^[a-z]\d+$/.test(word)));

const signsIn = ({ nodes }: Document) => nodes.map(getSign).toSorted();

slowTest("no content of either side is lost: it is in the result or in a conflict", () => {
  fc.assert(
    fc.property(bases, edits, edits, (base, mine, others) => {
      const [ours, theirs] = [parse(apply(base, "o", mine)), parse(apply(base, "t", others))];
      const { document, conflicts } = mergeDocuments({ base: parse(base), ours, theirs });
      const versions = conflicts.flatMap((one) => [one.ours ?? [], one.theirs ?? []].flat());
      const found = marksIn([...document.nodes, ...versions]);
      for (const side of [ours, theirs]) {
        for (const mark of marksIn(side.nodes)) expect(found).toContain(mark);
      }
    }),
    { numRuns: amount({ short: 40, all: 200, full: 2000 }) },
  );
});

test("an unchanged side does not affect the other", () => {
  fc.assert(
    fc.property(bases, edits, (base, list) => {
      const [before, after] = [parse(base), parse(apply(base, "o", list))];
      for (const sides of [
        { ours: before, theirs: after },
        { ours: after, theirs: before },
      ]) {
        const { document, conflicts } = mergeDocuments({ base: before, ...sides });
        expect(conflicts).toEqual([]);
        expect(document.nodes.map(getSign)).toEqual(after.nodes.map(getSign));
      }
    }),
    { numRuns: amount({ short: 30, all: 150, full: 1500 }) },
  );
});

slowTest("the conflicts are the same from both sides, and so are the blocks of the result", () => {
  fc.assert(
    fc.property(bases, edits, edits, (base, mine, others) => {
      const before = parse(base);
      const [ours, theirs] = [parse(apply(base, "o", mine)), parse(apply(base, "t", others))];
      const one = mergeDocuments({ base: before, ours, theirs });
      const other = mergeDocuments({ base: before, ours: theirs, theirs: ours });
      const describe = ({ conflicts }: typeof one) =>
        conflicts.map(({ id, reason }) => `${reason} ${id}`).toSorted();
      expect(describe(other)).toEqual(describe(one));
      if (one.conflicts.length === 0)
        expect(signsIn(other.document)).toEqual(signsIn(one.document));
    }),
    { numRuns: amount({ short: 50, all: 500, full: 5000 }) },
  );
});

slowTest("with a choice for all conflicts, all content of that side is in the result", () => {
  fc.assert(
    fc.property(
      bases,
      edits,
      edits,
      fc.constantFrom("ours", "theirs"),
      (base, mine, others, side) => {
        const [ours, theirs] = [parse(apply(base, "o", mine)), parse(apply(base, "t", others))];
        const { document } = mergeDocuments({
          ...{ base: parse(base), ours, theirs },
          resolve: () => side,
        });
        const found = marksIn(document.nodes);
        for (const mark of marksIn((side === "ours" ? ours : theirs).nodes)) {
          expect(found).toContain(mark);
        }
      },
    ),
    { numRuns: amount({ short: 30, all: 150, full: 1500 }) },
  );
});

slowTest(
  "edits of different blocks by three sides merge in every order with the same result",
  () => {
    const plans = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), edit("edit", "delete", "rewrite")), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(bases, plans, (base, plan) => {
        const before = parse(base);
        // The block at each position belongs to one side, so that no two sides edit the same.
        const sides = ["a", "b", "c"].map((person, index) => {
          const changes = new Map(
            plan.flatMap(([owner, change], at) =>
              owner === index && at < base.length ? [[at, change] as const] : [],
            ),
          );
          return parse(
            base.flatMap((block, at): Block[] => {
              const change = changes.get(at);
              return change ? apply([block], `${person}${at}`, [{ ...change, at: 0 }]) : [block];
            }),
          );
        });
        const mergeInOrder = (order: readonly number[]) =>
          order.reduce((main, index) => {
            const { document, conflicts } = mergeDocuments({
              ...{ base: before, ours: main, theirs: sides[index] ?? before },
            });
            expect(conflicts).toEqual([]);
            return document;
          }, before);
        const results = [
          [0, 1, 2],
          [2, 1, 0],
          [1, 0, 2],
        ].map((order) => mergeInOrder(order).nodes.map(getSign));
        expect(results[1]).toEqual(results[0]);
        expect(results[2]).toEqual(results[0]);
      }),
      { numRuns: amount({ short: 30, all: 150, full: 1500 }) },
    );
  },
);
