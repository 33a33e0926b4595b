import { expect, it } from "vitest";
import { createSharedWork } from "../../../../src/service/engines/threads/shared-work.ts";

it("work with the same key runs once at a time, and again after its end", async () => {
  const share = createSharedWork<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([share("a", work), share("a", work), share("b", work)])).toEqual([
    1, 1, 2,
  ]);
  expect(await share("a", work)).toBe(3);
});

it("failed work fails for all, and runs again", async () => {
  const share = createSharedWork<string>();
  const fail = () => Promise.reject(new Error("failed"));
  const failed = [share("a", fail), share("a", async () => "shared")];
  for (const one of failed) await expect(one).rejects.toThrow("failed");
  expect(await share("a", async () => "again")).toBe("again");
});
