import { expect, test } from "vitest";
import { loadOnce } from "../../../src/service/core/cached-results.ts";

test("concurrent callers share a result, and a failure is loaded again", async () => {
  const cache = new Map<string, Promise<number>>();
  let loads = 0;
  const load = (isFailing: boolean) => async () => {
    loads += 1;
    if (isFailing) throw new Error(`Load ${loads}`);
    return loads;
  };
  const failing = [loadOnce(cache, "a", load(true)), loadOnce(cache, "a", load(true))];
  for (const one of failing) await expect(one).rejects.toThrow("Load 1");
  const found = [loadOnce(cache, "a", load(false)), loadOnce(cache, "a", load(false))];
  expect(await Promise.all(found)).toEqual([2, 2]);
  expect(await loadOnce(cache, "b", load(false))).toBe(3);
});
