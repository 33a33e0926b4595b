import { expect, test } from "vitest";
import { roundScore } from "../../../../../src/service/areas/content/search/search.ts";

test("scores that differ in the last digits on different processors are equal", () => {
  const pairs = [
    [-0.0000036681840620074055, -0.000003668184062007405],
    [-1.7188351750553732, -1.718835175055373],
    [0, -0],
  ] as const;
  for (const [one, other] of pairs) {
    expect(String(roundScore(one))).toBe(String(roundScore(other)));
  }
  expect(roundScore(-1.71)).toBeGreaterThan(roundScore(-1.72));
});
