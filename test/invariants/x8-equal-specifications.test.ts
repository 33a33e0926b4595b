/** X8: two spellings of a specification have no differences, and breaking changes are found. */
import { describe, expect, test } from "vitest";
import {
  compareDescriptions,
  examineDescriptions,
} from "../../src/features/openapi-diff/compare.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import {
  breakSpecification,
  randomSpecification,
  type Version,
  writeSpecification,
} from "../support/generators/random-specification.ts";

const versions: readonly Version[] = ["2.0", "3.0", "3.1", "3.2"];

describe("comparing two spellings of one specification", () => {
  test("finds no difference in any version", () => {
    const pairs = amount({ short: 12, all: 40, full: 10_000 });
    const random = randomFrom();
    let schemas = 0;
    for (let n = 0; n < pairs; n++) {
      const [one, other] = [random.pick(versions), random.pick(versions)];
      const specification = randomSpecification(random, one !== "2.0" && other !== "2.0");
      const before = writeSpecification(specification, one, random);
      const now = writeSpecification(specification, other, random);
      const { changes, unresolved, examined } = examineDescriptions(before, now);
      schemas += examined.schemas;
      if (changes.length + unresolved.old.length + unresolved.young.length === 0) continue;
      const texts = `seed ${random.seed}, pair ${n}:\n${JSON.stringify([before, now])}`;
      expect([changes, unresolved.old, unresolved.young], texts).toEqual([[], [], []]);
    }
    expect(schemas).toBeGreaterThan(pairs);
    report(
      "X8",
      `${pairs} pairs of equal specifications, ${schemas} pairs of schemas (TOME_SEED=${random.seed})`,
    );
  });

  slowTest("finds breaking changes in the affected direction", () => {
    const pairs = amount({ short: 12, all: 40, full: 10_000 });
    const random = randomFrom();
    const rulesFound = new Set<string>();
    for (let n = 0; n < pairs; n++) {
      const [one, other] = [random.pick(versions), random.pick(versions)];
      const specification = randomSpecification(random, one !== "2.0" && other !== "2.0");
      const { specification: broken, rules } = breakSpecification(specification, random);
      const before = writeSpecification(specification, one, random);
      const now = writeSpecification(broken, other, random);
      const found = compareDescriptions(before, now)
        .filter(({ isBreaking }) => isBreaking)
        .map(({ rule }) => rule.replace("exclusive-", ""));
      for (const rule of found) rulesFound.add(rule);
      if (rules.every((rule) => found.includes(rule))) continue;
      const texts = `seed ${random.seed}, pair ${n}:\n${JSON.stringify([before, now])}`;
      expect(found, texts).toEqual(rules);
    }
    expect(rulesFound.size).toBeGreaterThan(1);
    report("X8", `${pairs} pairs with a change that breaks clients (TOME_SEED=${random.seed})`);
  });
});
