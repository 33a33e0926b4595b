import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { matchesGlob } from "../../../src/features/check/glob.ts";
import { amount, slowTest, slowTests } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";

test.each([
  ["README.md", "*.md", true],
  ["guides/README.md", "*.md", false],
  ["guides/a/README.md", "**/*.md", true],
  ["README.md", "**/*.md", true],
  ["guides/start.md", "guides/**", true],
  ["guides/start.txt", "guides/*.{md,txt}", true],
  ["guides/start.pdf", "guides/*.{md,txt}", false],
  ["a.md", "{*.md,b}", true],
  ["a{b", "a{b", true],
  ["a.b", "a?b", false],
  ["axb", "a.b", false],
  ["", "", true],
])("%s and the pattern %s: %s", (path, pattern, isMatch) => {
  expect(matchesGlob(path, pattern)).toBe(isMatch);
});

slowTest("a pattern matches the same texts as the equivalent regular expression", () => {
  const random = randomFrom();
  const tokens = ["a", "b", "/", ".", "*", "**", "**/", "{a,b}", "{a*,/b}"];
  let matches = 0;
  for (let left = amount({ short: 3000, full: 300_000 }); left > 0; left--) {
    const pick = (from: readonly string[], most: number) =>
      Array.from({ length: random.below(most) }, () => random.pick(from)).join("");
    const [pattern, path] = [pick(tokens, 6), pick(["a", "b", "/", "."], 7)];
    const isMatch = expressionFor(pattern).test(path);
    if (isMatch) matches++;
    expect([random.seed, pattern, path, matchesGlob(path, pattern)]).toEqual([
      random.seed,
      pattern,
      path,
      isMatch,
    ]);
  }
  expect(matches).toBeGreaterThan(50);
});

function expressionFor(pattern: string): RegExp {
  const source = pattern
    .replace(/\./g, "\\.")
    .replace(/\{([^{}]*)\}/g, (_, names: string) => `(?:${names.split(",").join("|")})`)
    .replace(/\*\*\/|\*\*|\*/g, (stars) =>
      stars === "**/" ? "(?:[^/]+/)*" : stars === "**" ? ".*" : "[^/]*",
    );
  return new RegExp(`^${source}$`, "s");
}

describe("hostile patterns", () => {
  slowTests.each([
    ["*a".repeat(20), "a".repeat(4000)],
    ["**/".repeat(9), "a/".repeat(4000)],
    ["{*,*a,**}".repeat(4), `${"a".repeat(4000)}/`],
  ])("%s matches a long name quickly", (pattern, path) => {
    expect(matchesGlob(`${path}!`, `${pattern}b`)).toBe(false);
  });

  test("too many stars are refused with the name of the limit", () => {
    const match = () => matchesGlob("a", "*".repeat(21));
    expect(match).toThrow(UsageError);
    expect(match).toThrow("has 21 stars. The maximum is 20 (limit glob.stars)");
  });

  test("a pattern that is too long is refused with the name of the limit", () => {
    expect(() => matchesGlob("a", "a".repeat(1001))).toThrow("(limit glob.characters)");
  });
});
