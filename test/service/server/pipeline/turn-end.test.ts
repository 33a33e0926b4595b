import { expect, test } from "vitest";
import { createTurns } from "../../../../src/service/server/pipeline/turn-end.ts";

test("waiters of one event loop turn continue together, after all ready work of it", async () => {
  const endOfTurn = createTurns();
  const order: string[] = [];
  const first = endOfTurn().then(() => order.push("first goes on"));
  process.nextTick(() => order.push("what was ready"));
  await Promise.resolve();
  const second = endOfTurn().then(() => order.push("second goes on"));
  setImmediate(() => order.push("next turn"));
  await Promise.all([first, second]);
  expect(order).toEqual(["what was ready", "first goes on", "second goes on"]);
});

test("a later waiter waits for the end of a later turn", async () => {
  const endOfTurn = createTurns();
  await endOfTurn();
  let over = false;
  setImmediate(() => {
    over = true;
  });
  await endOfTurn();
  expect(over).toBe(true);
});
