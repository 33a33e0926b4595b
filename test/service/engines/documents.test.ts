/** Sharing of the main thread among clients with long texts. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { parseText, storeText } from "../../../src/service/engines/documents.ts";
import { takeTurn } from "../../../src/service/engines/threads/turns.ts";

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
