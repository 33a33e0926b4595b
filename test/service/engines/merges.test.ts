/** Merges of texts that take long leave the main thread to other requests. */
import { Script } from "node:vm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { ApiError } from "../../../src/errors.ts";
import {
  createRefusedMerges,
  mergeText,
  mostRefused,
  refusalAge,
} from "../../../src/service/engines/merges.ts";
import { noteTransaction } from "../../../src/service/engines/threads/caller.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { observeThreads } from "../../support/machine/thread-tasks.ts";

const asker = { caller: "a", db: {} };
const many = (count: number, make: (at: number) => string, separator: string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(separator);

/** @returns the versions of a text as JSON */
function toInput(base: string, ours: string, theirs: string) {
  const [one, two, three] = [base, ours, theirs].map((text) =>
    JSON.stringify(parseMarkdown(text)),
  ) as [string, string, string];
  return { base: one, ours: two, theirs: three, choices: [] };
}

const words = (side: number) =>
  many(
    6,
    () => many(1500, (at) => (at % 8 === side ? `${"xy"[side / 4]}${at}` : `w${at % 97}`), " "),
    "\n\n",
  );

/** Texts whose merge takes time that grows with the square of a part of them. */
const families: Readonly<Record<string, readonly [base: string, ours: string, theirs: string]>> = {
  "many changed words": [words(9), words(0), words(4)],
  "blocks of other types": [
    many(800, () => "a", "\n\n"),
    many(800, (at) => `# h${at}`, "\n\n"),
    many(800, (at) => `> h${at}`, "\n\n"),
  ],
  "similar paragraphs": createSimilarParagraphs("012"),
};

/** @param sides a letter for each version */
function createSimilarParagraphs(sides: string): readonly [string, string, string] {
  return [...sides].map((side) =>
    many(50, (at) => many(200, (word) => `${side}w${word}_${at}`, " "), "\n\n"),
  ) as [string, string, string];
}

describe("a long merge", () => {
  for (const [family, versions] of Object.entries(families)) {
    const testOne = family === "many changed words" ? test : slowTest;
    testOne(`of ${family} runs in a thread, beside other requests`, async () => {
      const input = toInput(...versions);
      const { result, tasks } = await observeThreads(() => mergeText(input, asker));
      expect(result.merge?.document.body.length).toBeGreaterThan(0);
      expect(tasks).toEqual(["mergeTexts"]);
    });
  }

  slowTest("is refused in a transaction, which would block other requests", async () => {
    const db = noteTransaction({});
    const error = await mergeText(toInput(words(9), words(0), words(4)), {
      ...asker,
      db,
    }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503 });
  });
});

describe("a refused merge", () => {
  test("is not tried again for an hour, and the oldest of many are forgotten", () => {
    let now = 0;
    const refused = createRefusedMerges(() => now);
    refused.add("first");
    expect([refused.has("first"), refused.has("other")]).toEqual([true, false]);
    now = refusalAge;
    expect(refused.has("first")).toBe(false);
    for (let at = 0; at <= mostRefused; at++) refused.add(`key ${at}`);
    const kept = Array.from({ length: mostRefused + 1 }, (_, at) => refused.has(`key ${at}`));
    expect([kept[0], kept.slice(1).every(Boolean)]).toEqual([false, true]);
  });

  slowTest("ends at once when it is requested a second time", async () => {
    const input = toInput(...createSimilarParagraphs("abc"));
    expect((await mergeText(input, asker, 0.02)).merge === undefined).toBe(true);
    const second = await observeThreads(() => mergeText(input, { ...asker, caller: "b" }));
    expect(second).toEqual({ result: { merge: undefined }, tasks: [] });
  });
});

test.each([
  ["of 64 KiB", 65_536, 1],
  ["with more", 65_537, 0],
])("versions %s are merged in the main thread up to the limit", async (_, length, calls) => {
  const spy = vi.spyOn(Script.prototype, "runInContext");
  onTestFinished(() => spy.mockRestore());
  const input = toInput("One.", "One!", "One.");
  const padded =
    input.base + " ".repeat(length - [input.base, input.ours, input.theirs].join("").length);
  const { merge } = await mergeText({ ...input, base: padded }, asker);
  expect([merge?.document.body.includes("One!"), spy.mock.calls.length]).toEqual([true, calls]);
});

describe("a short merge", () => {
  const input = toInput("One.\n\nTwo.", "One!\n\nTwo.", "One.\n\nTwo!");

  test.each([
    ["in a transaction", noteTransaction({})],
    ["outside a transaction", {}],
  ])("has the edits of both sides %s", async (_, db) => {
    const { merge } = await mergeText(input, { ...asker, db });
    expect(merge?.conflicts).toEqual([]);
    expect(merge?.document.body).toMatch(/One!.*Two!/);
  });

  test("has the chosen version of a block in conflict, and names all versions", async () => {
    const versions = toInput("One two.", "One three.", "One four.");
    const unresolved = await mergeText(versions, asker);
    const [conflict] = unresolved.merge?.conflicts ?? [];
    expect(conflict).toMatchObject({ base: "One two.", ours: "One three.", theirs: "One four." });
    const block = conflict?.id ?? "";
    for (const [choices, expected] of [
      [[], "One three."],
      [[{ side: "theirs" }], "One four."],
      [[{ block, side: "theirs" }, { side: "ours" }], "One four."],
      [[{ block: "other", side: "theirs" }, { side: "ours" }], "One three."],
    ] as const) {
      const { merge } = await mergeText({ ...versions, choices }, asker);
      expect(merge?.document.body).toContain(expected);
    }
  });

  test("has no result without a common text", async () => {
    expect(await mergeText(toInput("", "One.", "Two."), asker)).toEqual({ merge: undefined });
  });
});
