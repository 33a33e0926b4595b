import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { inSnapshot, inTransaction } from "../../../../src/service/database/transaction.ts";
import {
  countWaiting,
  type PooledTask,
  runInPool,
  type TaskOptions,
} from "../../../../src/service/engines/threads/worker-pool.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const script = new URL("../../../support/machine/pool-worker.ts", import.meta.url);

interface Case extends TaskOptions {
  readonly caller?: string;
  readonly seconds?: number;
  readonly weight?: "light" | "heavy";
}

function run(name: string, { caller = "a", seconds = 60, weight, ...surroundings }: Case = {}) {
  const task: PooledTask<string, unknown> = { script, name, seconds, ...(weight && { weight }) };
  return runInPool(task, "input", { caller, db: {} }, surroundings);
}

const weights = ["light", "heavy"] as const;

test.each(weights)("a %s thread returns the result of its work", async (weight) => {
  expect(await run("answer", { weight })).toEqual({ answered: true });
});

test.each(weights)("a %s thread sends a query and gets the result", async (weight) => {
  const asked: unknown[] = [];
  const answer = async (question: unknown) => {
    asked.push(question);
    return `re: ${question}`;
  };
  expect(await run("ask", { weight, answer })).toEqual(["re: first", "re: second"]);
  expect(asked).toEqual(["first", "second"]);
});

test("concurrent queries get their own results, for any durations", async () => {
  const answer = async (question: unknown) => {
    if (question === "first") await new Promise((resolve) => setImmediate(resolve));
    return `re: ${question}`;
  };
  expect(await run("askMany", { answer })).toEqual(["re: first", "re: second", "re: third"]);
});

slowTests.each(weights)(
  "%s work that never ends is stopped, and the next is executed",
  async (weight) => {
    await expect(run("loop", { weight, seconds: 0.1 })).rejects.toMatchObject({
      name: "PooledTaskError",
      reason: "time",
      message: "The task took more than 0.1 seconds.",
    });
    expect(await run("answer", { weight })).toEqual({ answered: true });
  },
);

test("the time to load a script does not count", async () => {
  const slow = new URL("../../../support/machine/slow-start-worker.ts", import.meta.url);
  const task: PooledTask<string, unknown> = { script: slow, name: "answer", seconds: 1 };
  expect(await runInPool(task, "input", { caller: "a", db: {} })).toEqual({ answered: true });
});

slowTest("work that uses too much memory is stopped, and the process continues", async () => {
  await expect(run("hoard")).rejects.toMatchObject({
    name: "PooledTaskError",
    reason: "memory",
    message: "The task took more than 256 MiB of memory.",
  });
  expect(await run("answer")).toEqual({ answered: true });
});

test("canceled work is stopped, also while it waits", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const running = run("wait", { weight: "heavy", signal });
  const waiting = run("wait", { weight: "heavy", signal });
  expect(countWaiting()).toBe(1);
  stop.abort();
  await expect(running).rejects.toMatchObject({ reason: "aborted" });
  await expect(waiting).rejects.toMatchObject({ reason: "aborted" });
  await expect(run("answer", { signal })).rejects.toMatchObject({ reason: "aborted" });
  expect(countWaiting()).toBe(0);
  expect(await run("answer", { weight: "heavy" })).toEqual({ answered: true });
});

slowTest("heavy work of one client always leaves a thread to others", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const first = Array.from({ length: 4 }, () => run("wait", { weight: "heavy", signal }));
  const ended = Promise.allSettled(first);
  expect(countWaiting()).toBe(3);
  expect(await run("answer", { weight: "heavy", caller: "b" })).toEqual({ answered: true });
  stop.abort();
  await ended;
});

slowTest("light work of one caller leaves a thread to others", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const ended = Promise.allSettled(
    Array.from({ length: 8 }, () => run("wait", { signal, seconds: 3600 })),
  );
  expect(await run("answer", { caller: "b" })).toEqual({ answered: true });
  stop.abort();
  await ended;
});

slowTest("slow light work of one caller leaves a thread to its other work", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const threads = Math.min(Math.max(2, availableParallelism() - 1), 4);
  const ended = Promise.allSettled(
    Array.from({ length: threads }, () => run("wait", { signal, seconds: 3600 })),
  );
  expect(await run("answer")).toEqual({ answered: true });
  stop.abort();
  await ended;
});

test("an error of the work is thrown, and so is an error of its query", async () => {
  await expect(run("fail")).rejects.toThrow("out of luck");
  const answer = async () => {
    throw new Error("no answer");
  };
  await expect(run("ask", { answer })).rejects.toThrow("no answer");
});

slowTest("work in a thread is refused in a transaction, which would block all others", async () => {
  const { db } = (await openWorkspace()).service;
  const task: PooledTask<string, unknown> = { script, name: "answer", seconds: 60 };
  const ask = (inside: object) => runInPool(task, "input", { caller: "a", db: inside });
  await expect(inTransaction(db, ask)).rejects.toThrow("in a transaction");
  await expect(inSnapshot(db, ask)).rejects.toThrow("in a transaction");
  expect(await ask(db)).toEqual({ answered: true });
});
