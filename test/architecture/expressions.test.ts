/** Every regular expression in src runs in linear time. */
import { describe, expect, test } from "vitest";
import {
  explainExpression,
  expressionFaults,
  findExpressions,
  readVerdicts,
} from "../../scripts/linting/expressions.mjs";
import { amount, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";

const { safe, reviewed } = readVerdicts();
const none = { safe: [], reviewed: {}, built: {} };

slowTest("the recorded verdicts of expressions hold when checked again", () => {
  const random = randomFrom();
  const chosen =
    amount({ short: 0, full: 1 }) === 1
      ? safe
      : Array.from({ length: 1 }, () => random.pick(safe.filter((one) => one.length < 40)));
  for (const key of chosen) {
    expect([random.seed, key, explainExpression(key)]).toEqual([random.seed, key, undefined]);
  }
  expect(safe.length).toBeGreaterThan(400);
});

describe("the checker", () => {
  test.each([
    ["/^(a+)+$/", /exponential/],
    ["/\\/+$/", /2nd degree/],
    ["/[\\0-\\x20]+$/", /2nd degree/],
  ])("finds that %s is not linear", (key, why) => {
    expect(explainExpression(key)).toMatch(why);
  });

  test("accepts an expression that reads each character once", () => {
    expect(explainExpression("/^[a-z]+$/")).toBeUndefined();
  });
});

describe("the linter", () => {
  const file = "src/a.ts";

  test("finds literals, patterns of the contract, and constructed expressions", () => {
    const text = `
      const one = /a+/g;
      const two = new RegExp(one.source, "u");
      const three = { source: "^b+$", means: "many b" };
    `;
    expect(findExpressions(file, text)).toEqual([
      { key: "/a+/g", line: 2, isBuilt: false },
      { key: "src/a.ts: one.source", line: 3, isBuilt: true },
      { key: "/^b+$/u", line: 4, isBuilt: false },
    ]);
  });

  test("refuses an expression without a verdict", () => {
    const files = new Map([[file, "export const one = /a+/;"]]);
    expect(expressionFaults(files, none, false)).toEqual([
      expect.stringContaining("src/a.ts:1 has an unchecked regular expression"),
    ]);
    expect(expressionFaults(files, { ...none, safe: ["/a+/"] }, false)).toEqual([]);
  });

  test("refuses an expression constructed from a variable without a reason", () => {
    const files = new Map([[file, "export const one = (two) => new RegExp(two);"]]);
    expect(expressionFaults(files, none, false)).toEqual([
      expect.stringContaining("src/a.ts:1 builds a regular expression at run time"),
    ]);
  });

  test("names a verdict whose expression was removed", () => {
    expect(expressionFaults(new Map(), { ...none, safe: ["/a+/"] }, true)).toEqual([
      expect.stringContaining("contains /a+/, which is no longer in src"),
    ]);
  });

  test("each reviewed expression has a reason", () => {
    for (const reason of Object.values(reviewed)) expect(reason.length).toBeGreaterThan(20);
  });
});
