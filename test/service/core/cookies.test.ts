import { expect, test } from "vitest";
import { listCookiePairs, listCookies } from "../../../src/service/core/cookies.ts";

test.each([
  [undefined, [], []],
  ["", [], []],
  ["a=1", ["1"], [["a", "1"]]],
  [
    "a=1; aa=2; b=3;a=4",
    ["1", "4"],
    [
      ["a", "1"],
      ["aa", "2"],
      ["b", "3"],
      ["a", "4"],
    ],
  ],
  [
    "a==x=; =5; b; a=",
    ["=x=", ""],
    [
      ["a", "=x="],
      ["a", ""],
    ],
  ],
  [
    "A=1; xa=2",
    [],
    [
      ["A", "1"],
      ["xa", "2"],
    ],
  ],
])("%j has the values %j of the cookie a", (header, values, pairs) => {
  expect(listCookies(header, "a")).toEqual(values);
  expect(listCookiePairs(header)).toEqual(pairs);
});
