/** How the thread that answers requests is shared by those who have texts worked on. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { parseText, storeText } from "../../../src/service/engines/documents.ts";
import { takeTurn } from "../../../src/service/engines/threads/turns.ts";

const asker = { caller: "a", db: {} };

/**
 * Begins a turn, and works until nothing more may begin in it.
 * @returns whether the next turn has come, in which what others have sent is read
 */
async function useUpTurn(): Promise<() => boolean> {
  // What others have begun is over.
  await nextTurn();
  let hasCome = false;
  setImmediate(() => {
    hasCome = true;
  });
  const begun = performance.now();
  await takeTurn("somebody else");
  // In milliseconds, twice as long as work may begin in a turn.
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

test("a long document is prepared for storage in a thread", async () => {
  const paragraph = { object: "block", type: "paragraph", nodes: [] };
  const nodes = Array.from({ length: 2000 }, () => paragraph);
  const document = JSON.stringify({ object: "document", nodes });
  let isDone = false;
  const stored = storeText({ document, isTitled: false, resolved: [] }, asker).finally(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  await stored;
  expect(document.length).toBeGreaterThan(64 * 1024);
  expect(turns).toBeGreaterThan(10);
});
