import { expect, test } from "vitest";
import { openTurns, runFewAtOnce } from "../../src/features/run-few-at-once.ts";

/** Work that ends when the test says so. */
function openWork() {
  const started: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const work = (item: number) => {
    started.push(item);
    return new Promise<string>((resolve, reject) => {
      ends.set(item, (error) => (error === undefined ? resolve(`done ${item}`) : reject(error)));
    });
  };
  /** Ends the work of an item, and waits until everything that follows has started. */
  const end = async (item: number, error?: Error) => {
    ends.get(item)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, work, end };
}

test("at most four items are worked on at once, and the results have the order of the items", async () => {
  const { started, work, end } = openWork();
  const all = runFewAtOnce([0, 1, 2, 3, 4, 5], work);
  expect(started).toEqual([0, 1, 2, 3]);
  await end(2);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await end(4);
  for (const item of [5, 3, 1, 0]) await end(item);
  expect(await all).toEqual([0, 1, 2, 3, 4, 5].map((item) => `done ${item}`));
  expect(await runFewAtOnce([], work)).toEqual([]);
});

test("no further item is started after an error", async () => {
  const { started, work, end } = openWork();
  const all = runFewAtOnce([0, 1, 2, 3, 4, 5], work);
  const failed = expect(all).rejects.toThrow("broken");
  await end(1, new Error("broken"));
  await end(0);
  await failed;
  expect(started).toEqual([0, 1, 2, 3]);
});

test("a shared limit hands its slots on in the order of arrival, even after an error", async () => {
  const { started, work, end } = openWork();
  const turns = openTurns();
  const results = [0, 1, 2, 3, 4, 5].map((item) =>
    turns(() => work(item)).catch((error: Error) => error.message),
  );
  await end(-1);
  expect(started).toEqual([0, 1, 2, 3]);
  await end(3, new Error("broken"));
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await end(0);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  for (const item of [1, 2, 4, 5]) await end(item);
  expect(await Promise.all(results)).toEqual([
    ...["done 0", "done 1", "done 2", "broken", "done 4", "done 5"],
  ]);
  // All four slots are free again.
  for (const item of [6, 7, 8, 9, 10]) void turns(() => work(item));
  await end(-1);
  expect(started.slice(6)).toEqual([6, 7, 8, 9]);
});
