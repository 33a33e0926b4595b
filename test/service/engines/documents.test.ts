/** Sharing of the main thread among clients with long texts. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Script } from "node:vm";
import { expect, test, vi } from "vitest";
import {
  isLongMarkdown,
  parseText,
  presentText,
  printText,
  readDocument,
  readWebMetadata,
  readWebText,
  storeText,
} from "../../../src/service/engines/documents.ts";
import { noteTransaction } from "../../../src/service/engines/threads/caller.ts";
import { takeTurn } from "../../../src/service/engines/threads/turns.ts";
import { slowTests } from "../../support/generators/amount.ts";

const asker = { caller: "a", db: {} };

/**
 * Begins a turn, and works until its time is used up.
 * @returns whether the next turn, in which new requests are read, has begun
 */
async function useUpTurn(): Promise<() => boolean> {
  // Work of other tests has ended.
  await nextTurn();
  let hasCome = false;
  setImmediate(() => {
    hasCome = true;
  });
  const begun = performance.now();
  await takeTurn("somebody else");
  // In milliseconds, twice the time in which work may begin in a turn.
  while (performance.now() - begun < 40);
  return () => hasCome;
}

test("work late in a turn waits for the next one", async () => {
  await nextTurn();
  expect(takeTurn("a"), "at its beginning").toBeUndefined();
  const isNext = await useUpTurn();
  await takeTurn("a");
  expect(isNext()).toBe(true);
});

test("many short texts get separate turns", async () => {
  await parseText("This loads the program that does it.", asker);
  const isNext = await useUpTurn();
  await parseText("A short text.", asker);
  expect(isNext()).toBe(true);
});

/** @returns the result, and whether the main thread computed it, with a time limit */
async function locate<Result>(work: () => Promise<Result>) {
  const spy = vi.spyOn(Script.prototype, "runInContext");
  try {
    const result = await work();
    return { result, isHere: spy.mock.calls.length > 0 };
  } finally {
    spy.mockRestore();
  }
}

const document = (length: number) => {
  const text = (leaf: string) =>
    JSON.stringify({
      ...{ object: "document", data: {} },
      nodes: [
        {
          ...{ object: "block", type: "paragraph" },
          nodes: [{ object: "text", leaves: [{ object: "leaf", text: leaf, marks: [] }] }],
        },
      ],
    });
  return text("x".repeat(length - text("").length));
};
const [longestMarkdown, longestDocument] = [8 * 1024, 64 * 1024];
const store = (length: number, isOneOfMany?: boolean) =>
  storeText({ document: document(length), isTitled: false, resolved: [] }, asker, isOneOfMany).then(
    ({ body }) => body,
  );
const read = (length: number, isOneOfMany?: boolean) =>
  readDocument(document(length), asker, isOneOfMany).then((parsed) => parsed.document);
const parse = (length: number, isOneOfMany?: boolean) =>
  parseText("x".repeat(length), asker, isOneOfMany).then((parsed) => parsed.document);
const print = (length: number) => printText(document(length), asker);

slowTests.each([
  ["Markdown is parsed", parse, longestMarkdown],
  ["a document is read", read, longestDocument],
  ["a document is stored", store, longestDocument],
  ["a document is printed", print, longestDocument],
] as const)("%s in the main thread only up to its limit", async (_, work, longest) => {
  const short = await locate(() => work(longest));
  expect([short.isHere, short.result]).toEqual([true, expect.stringContaining("xxx")]);
  const long = await locate(() => work(longest + 1));
  expect([long.isHere, long.result]).toEqual([false, expect.stringContaining("xxx")]);
  // In both threads, one more character has the same effect.
  expect(long.result.length).toBe(short.result.length + 1);
});

test.each([
  ["parsed", parse],
  ["read", read],
  ["stored", store],
])("a short text among many is %s in a thread", async (_, work) => {
  expect((await locate(() => work(1000, true))).isHere).toBe(false);
  expect((await locate(() => work(1000, false))).isHere).toBe(true);
});

test("texts are long if they have more than 8 KiB of Markdown", () => {
  expect([isLongMarkdown(longestMarkdown), isLongMarkdown(longestMarkdown + 1)]).toEqual([
    false,
    true,
  ]);
});

test("pages of websites are read in a thread, according to their form", async () => {
  const readBoth = async () => [
    await readWebText("<title>Tea</title><main><p># Hot</p></main>", "html", asker),
    await readWebText("# Tea\n\nHot", "markdown", asker),
    await readWebMetadata("<title>Tea</title><p>Hot", asker),
  ];
  const { result, isHere } = await locate(readBoth);
  expect(isHere).toBe(false);
  expect(result).toEqual([
    expect.objectContaining({ title: "Tea", anchors: [] }),
    expect.objectContaining({ title: "Tea", anchors: ["tea"] }),
    { title: "Tea" },
  ]);
});

test("a text for a client is refused if a value is too long, with the limit in the message", async () => {
  const expression = { object: "inline", type: "expression", data: { expression: "page.long" } };
  const paragraph = { object: "block", type: "paragraph", nodes: [expression] };
  const body = JSON.stringify({ object: "document", data: {}, nodes: [paragraph] });
  const present = (long: string) =>
    presentText(
      { body, format: "markdown", evaluation: "true", scope: { page: { long } }, addresses: [] },
      asker,
    );
  expect(await present("x".repeat(65_536))).toBe(`${"x".repeat(65_536)}\n`);
  await expect(present("x".repeat(65_537))).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(
      /^The document is too large\. .*expression.* Split it into several pages\.$/,
    ),
  });
});

test("work on a text is refused in a transaction, also if the text is short", async () => {
  const inside = { ...asker, db: noteTransaction({}) };
  for (const size of [10, longestMarkdown + 1]) {
    await expect(parseText("x".repeat(size), inside)).rejects.toThrow("within a transaction");
  }
});

test("Markdown above the limit of the API is refused", async () => {
  await expect(parseText("x".repeat(512 * 1024 + 1), asker)).rejects.toMatchObject({ status: 413 });
});
