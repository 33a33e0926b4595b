import { expect, onTestFinished, test, vi } from "vitest";
import {
  createFairQueue,
  type FairQueueLimits,
} from "../../../../src/service/engines/threads/fair-queue.ts";

/** A queue whose work ends when it is released. */
function openQueue(limits: Partial<FairQueueLimits>) {
  const queue = createFairQueue({ slots: 1, mostWaiting: 10, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    waiting: queue.waiting,
    begun,
    /** @param name starts with the client's name, as in `ann 1` */
    run(name: string, signal?: AbortSignal, maxWait?: number) {
      const [caller = ""] = name.split(" ");
      const work = () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      };
      return queue.run(caller, work, signal, maxWait);
    },
    /** Ends one piece of work, if any is named, and waits until the next one has begun. */
    async end(name = "") {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("clients take turns, however much work one of them has", async () => {
  const { run, end, begun, waiting } = openQueue({});
  const all = ["ann 1", "ann 2", "ann 3", "ben 1", "eve 1"].map((name) => run(name));
  await end();
  expect([begun, waiting()]).toEqual([["ann 1"], 4]);
  for (const name of ["ann 1", "ann 2", "ben 1", "eve 1", "ann 3"]) await end(name);
  expect(begun).toEqual(["ann 1", "ann 2", "ben 1", "eve 1", "ann 3"]);
  expect(await Promise.all(all)).toEqual(["ann 1", "ann 2", "ann 3", "ben 1", "eve 1"]);
});

test("a client has a maximum number of slots, and the others are for other clients", async () => {
  const { run, end, begun } = openQueue({ slots: 2, slotsOfCaller: 1 });
  const all = ["ann 1", "ann 2", "ben 1"].map((name) => run(name));
  await end();
  expect(begun).toEqual(["ann 1", "ben 1"]);
  await end("ben 1");
  expect(begun).toEqual(["ann 1", "ben 1"]);
  await end("ann 1");
  await end("ann 2");
  expect(await Promise.all(all)).toEqual(["ann 1", "ann 2", "ben 1"]);
});

test("work beyond the queue limit is refused, other clients are not affected, and a canceled wait frees its place", async () => {
  const { run, end, begun } = openQueue({ mostWaiting: 1 });
  const ending = new AbortController();
  const first = run("ann 1");
  const second = run("ann 2", ending.signal);
  await expect(run("ann 3")).rejects.toMatchObject({ status: 429 });
  const other = run("ben 1");
  ending.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  const third = run("ann 4");
  for (const name of ["ann 1", "ben 1", "ann 4"]) await end(name);
  expect(await Promise.all([first, other, third])).toEqual(["ann 1", "ben 1", "ann 4"]);
  expect(begun).not.toContain("ann 2");
});

test("work that waits longer than the limit is refused, with a retry time", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = createFairQueue({ slots: 1, mostWaiting: 10, longestWait: 60_000 });
  const never = queue.run("ann", () => new Promise(() => {}));
  never.catch(() => undefined);
  const refused = expect(queue.run("ben", async () => "done")).rejects.toMatchObject({
    status: 503,
    retryAfter: 1,
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(queue.waiting()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect(queue.waiting()).toBe(0);
});

test("a client takes only its slots, also for tasks that waited", async () => {
  const { run, end, begun, waiting } = openQueue({ slots: 3, slotsOfCaller: 2 });
  for (const name of ["ann 1", "ann 2", "ann 3", "ann 4"]) void run(name);
  await end();
  await end("ann 1");
  expect(begun).toEqual(["ann 1", "ann 2", "ann 3"]);
  void run("ben 1");
  void run("ben 2");
  await end();
  // All three slots are taken.
  expect([begun.slice(3), waiting(), waiting("ann"), waiting("ben"), waiting("eve")]).toEqual([
    ["ben 1"],
    ...[2, 1, 1, 0],
  ]);
  await end("ben 1");
  expect(begun.slice(4)).toEqual(["ben 2"]);
});

test("a canceled wait keeps the other waiting tasks of its client", async () => {
  const { run, end, begun, waiting } = openQueue({});
  const ending = new AbortController();
  void run("ann 1");
  const canceled = run("ann 2", ending.signal);
  const next = run("ann 3", new AbortController().signal);
  ending.abort(new Error("gone"));
  await expect(canceled).rejects.toThrow("gone");
  expect(waiting("ann")).toBe(1);
  await end("ann 1");
  await end("ann 3");
  expect([begun, await next]).toEqual([["ann 1", "ann 3"], "ann 3"]);
  await expect(run("ann 4", ending.signal)).rejects.toThrow("gone");
});

test("a signal that aborts after the task has begun has no effect", async () => {
  const { run, end } = openQueue({});
  const ending = new AbortController();
  void run("ann 1");
  const second = run("ann 2", ending.signal);
  await end();
  await end("ann 1");
  ending.abort(new Error("gone"));
  await end("ann 2");
  expect(await second).toBe("ann 2");
});

test("a refusal names the number of waiting tasks, and when to retry", async () => {
  const { run } = openQueue({ mostWaiting: 2 });
  for (const name of ["ann 1", "ann 2", "ann 3"]) void run(name);
  await expect(run("ann 4")).rejects.toMatchObject({
    ...{ status: 429, retryAfter: 1 },
    message: "2 of your tasks are waiting, which is the limit. Retry later.",
  });
});

test.each([
  [undefined, 60_000, "60"],
  [5000, 5000, "60"],
])("a task that may wait %s ms is refused after %i ms", async (maxWait, milliseconds, seconds) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { run } = openQueue({ longestWait: 60_000 });
  void run("ann 1");
  const refused = run("ann 2", undefined, maxWait).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(await refused).toMatchObject({
    ...{ status: 503, retryAfter: 1 },
    message: `The request waited ${seconds} seconds for your earlier requests. Send fewer requests at a time.`,
  });
});

test("a task without a limit waits without a timer, and a started one has none", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, end } = openQueue({});
  void run("ann 1");
  void run("ann 2");
  expect(vi.getTimerCount()).toBe(0);
  void run("ben 1", undefined, 1000);
  expect(vi.getTimerCount()).toBe(1);
  await end();
  for (const name of ["ann 1", "ann 2"]) await end(name);
  expect(vi.getTimerCount()).toBe(0);
});
