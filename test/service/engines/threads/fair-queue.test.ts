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
    run(name: string, signal?: AbortSignal) {
      const [caller = ""] = name.split(" ");
      const work = () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      };
      return queue.run(caller, work, signal);
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
