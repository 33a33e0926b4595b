import { expect, test } from "vitest";
import { sameEverywhere } from "../../../../../src/service/areas/content/search/order.ts";

test("Scores that two processors work out differently in their last digits are the same", () => {
  const pairs = [
    [-0.0000036681840620074055, -0.000003668184062007405],
    [-1.7188351750553732, -1.718835175055373],
    [0, -0],
  ] as const;
  for (const [one, other] of pairs) {
    expect(String(sameEverywhere(one))).toBe(String(sameEverywhere(other)));
  }
  expect(sameEverywhere(-1.71)).toBeGreaterThan(sameEverywhere(-1.72));
});
