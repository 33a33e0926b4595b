import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSlowLane } from "../../../../src/service/engines/threads/slow-lane.ts";

/** A task that ends when it is told to, or with an error. */
function createTask() {
  let finish: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const starts: boolean[] = [];
  const lane = createLane();
  return { lane, starts, finish: () => finish(), fail: (error: Error) => fail(error) };
  function createLane() {
    return (slowLane: ReturnType<typeof createSlowLane>, caller = "a") =>
      slowLane.run(caller, (isRepeated) => {
        starts.push(isRepeated);
        const work = () =>
          new Promise<string>((resolve, reject) => {
            finish = () => resolve("done");
            fail = reject;
          });
        return slowLane.during(caller, isRepeated, work, (error) => fail(error));
      });
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

test("the last slow task is repeated after the others if tasks of its caller wait", async () => {
  let isWaiting = false;
  const slowLane = createSlowLane({ slotsOfCaller: 2, slowAfter: 10 }, () => isWaiting);
  const [first, last] = [createTask(), createTask()];
  const firstResult = first.lane(slowLane);
  await new Promise((resolve) => setImmediate(resolve));
  const lastResult = last.lane(slowLane);
  isWaiting = true;
  const ended: string[] = [];
  firstResult.then(() => ended.push("first"));
  // The third task occupies the thread that the last one left.
  const third = createTask();
  const started = performance.now();
  await until(() => performance.now() - started > 60);
  expect([first.starts, last.starts]).toEqual([[false], [false]]);
  const thirdResult = third.lane(slowLane);
  third.finish();
  expect(await thirdResult).toBe("done");
  first.finish();
  expect(await firstResult).toBe("done");
  await until(() => last.starts.length === 2);
  expect(last.starts).toEqual([false, true]);
  last.finish();
  expect(await lastResult).toBe("done");
});

test.each([
  ["no task waits", 2, false],
  ["the caller has only one thread", 1, true],
])("slow tasks are not repeated if %s", async (_, slotsOfCaller, isWaiting) => {
  const slowLane = createSlowLane({ slotsOfCaller, slowAfter: 4 }, () => isWaiting);
  const tasks = Array.from({ length: slotsOfCaller }, createTask);
  const results = tasks.map(({ lane }) => lane(slowLane));
  const started = performance.now();
  await until(() => performance.now() - started > 30);
  for (const task of tasks) task.finish();
  expect(await Promise.all(results)).toEqual(tasks.map(() => "done"));
  expect(tasks.flatMap(({ starts }) => starts)).toEqual(tasks.map(() => false));
});

test("an error of a task is not a reason to repeat it", async () => {
  const slowLane = createSlowLane({ slotsOfCaller: 2, slowAfter: 1000 }, () => true);
  const task = createTask();
  const result = task.lane(slowLane);
  task.fail(new RangeError("out of luck"));
  await expect(result).rejects.toThrow("out of luck");
  expect(task.starts).toEqual([false]);
});

describe("a slow task of a caller with two threads", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const create = (isWaiting: (caller: string) => boolean = () => true) =>
    createSlowLane({ slotsOfCaller: 2, slowAfter: 10 }, isWaiting);

  /** Starts tasks of the callers, one millisecond after another. */
  function startTasks(slowLane: ReturnType<typeof create>, callers: readonly string[]) {
    const tasks = callers.map((caller) => {
      const task = createTask();
      const result = task.lane(slowLane, caller);
      vi.advanceTimersByTime(1);
      return { ...task, result };
    });
    return {
      tasks,
      starts: () => tasks.map(({ starts }) => starts.length),
      async end() {
        for (const { finish } of tasks) finish();
        await turn();
        for (const { finish } of tasks) finish();
        expect(await Promise.all(tasks.map(({ result }) => result))).toEqual(
          tasks.map(() => "done"),
        );
        expect(vi.getTimerCount()).toBe(0);
      },
    };
  }

  test("is repeated only once both have taken as long as the limit", async () => {
    const { tasks, starts, end } = startTasks(create(), ["a", "a"]);
    // The timer of the second task fires each five milliseconds after its start.
    vi.advanceTimersByTime(9);
    await turn();
    expect(vi.getTimerCount()).toBe(1);
    tasks[0]?.finish();
    await turn();
    await turn();
    expect(starts()).toEqual([1, 2]);
    await end();
  });

  test("is not repeated while one of them is quick", async () => {
    const { starts, end } = startTasks(create(), ["a", "a"]);
    vi.advanceTimersByTime(8);
    await turn();
    expect([starts(), vi.getTimerCount()]).toEqual([[1, 1], 2]);
    await end();
  });

  test("is not repeated because of tasks of another caller", async () => {
    const { starts, end } = startTasks(create(), ["a", "b"]);
    vi.advanceTimersByTime(100);
    await turn();
    expect([starts(), vi.getTimerCount()]).toEqual([[1, 1], 2]);
    await end();
  });

  test("is not repeated a second time, but a newer one is", async () => {
    const slowLane = create();
    const { tasks, starts } = startTasks(slowLane, ["a", "a"]);
    vi.advanceTimersByTime(9);
    await turn();
    tasks[0]?.finish();
    for (let count = 0; count < 2; count++) await turn();
    const newer = startTasks(slowLane, ["a"]);
    vi.advanceTimersByTime(100);
    await turn();
    expect([starts(), newer.starts(), vi.getTimerCount()]).toEqual([[1, 2], [1], 1]);
    tasks[1]?.finish();
    for (let count = 0; count < 2; count++) await turn();
    expect(newer.starts()).toEqual([2]);
    await newer.end();
    expect(await Promise.all(tasks.map(({ result }) => result))).toEqual(["done", "done"]);
  });
});
