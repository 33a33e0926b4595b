/** Turns on the main thread: how much work starts at once, and whose comes next. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeTurn } from "../../../../src/service/engines/threads/turns.ts";

let time = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => time);
});
afterEach(async () => {
  for (let count = 0; count < 20; count++) await nextTurn();
  vi.restoreAllMocks();
});

/** Occupies the thread, in milliseconds. */
function work(duration: number): void {
  time += duration;
}

/** All the time that work has in a turn. */
const long = 20;

/** Takes a turn, does some work, and notes the name. */
async function run(started: string[], caller: string, name: string, duration = 0): Promise<void> {
  await takeTurn(caller);
  started.push(name);
  work(duration);
}

test("tasks start immediately until the turn is used up", async () => {
  expect([takeTurn("ann"), takeTurn("ann"), takeTurn("bob")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  work(long - 1);
  expect(takeTurn("ann")).toBe(undefined);
  work(1);
  const waiting = [takeTurn("ann"), takeTurn("bob")];
  expect(waiting).toEqual([expect.any(Promise), expect.any(Promise)]);
  await Promise.all(waiting);
});

test("a new turn of the event loop starts tasks immediately again", async () => {
  expect(takeTurn("ann")).toBe(undefined);
  work(long);
  await nextTurn();
  await nextTurn();
  expect(takeTurn("ann")).toBe(undefined);
});

test("a task waits while others wait, even if it would have time", async () => {
  takeTurn("ann");
  work(long);
  const started: string[] = [];
  const all = [run(started, "ann", "first"), run(started, "ann", "second")];
  await nextTurn();
  all.push(run(started, "bob", "third"));
  await Promise.all(all);
  expect(started).toEqual(["first", "second", "third"]);
});

test("the tasks of callers alternate, in the order of their first ones", async () => {
  takeTurn("ann");
  work(long);
  const started: string[] = [];
  const names = ["ann 1", "ann 2", "ann 3", "bob 1", "eve 1", "bob 2"];
  await Promise.all(names.map((name) => run(started, name.slice(0, 3), name)));
  expect(started).toEqual(["ann 1", "bob 1", "eve 1", "ann 2", "bob 2", "ann 3"]);
});

test("long tasks start in turns of their own, between which other work runs", async () => {
  takeTurn("ann");
  work(long);
  const started: string[] = [];
  const all = ["ann", "bob", "eve"].map((caller) => run(started, caller, caller, long));
  for (let turn = 1; turn <= 3; turn++) {
    await nextTurn();
    started.push(`turn ${turn}`);
  }
  await Promise.all(all);
  expect(started.join(" ")).toMatch(/ann turn \d bob turn \d eve/);
});

test("short tasks start in one turn", async () => {
  takeTurn("ann");
  work(long);
  const started: string[] = [];
  const all = ["ann", "bob", "ann", "eve"].map((caller) => run(started, caller, caller));
  await nextTurn();
  await nextTurn();
  started.push("turn");
  await Promise.all(all);
  expect(started).toEqual(["ann", "bob", "eve", "ann", "turn"]);
});
