/** Text that a runner would obey, printed in one or several parts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGuard } from "../../../src/app/pipeline/command-guard.ts";
import { amount } from "../../support/generators/amount.ts";
import { furtherOrdersIn, ordersIn } from "../../support/pipelines/runner.ts";

function print(parts: readonly string[], hasLineCommands = true): string {
  return parts.map(createGuard(hasLineCommands)).join("");
}

describe("a part of the output", () => {
  test.each<readonly [string, readonly string[], string, string]>([
    ["a command", ["::error::x"], "\\u{3a}:error::x", "::error::x"],
    ["a command after a line", ["a\n::error::x"], "a\n\\u{3a}:error::x", "a\n::error::x"],
    [
      "a command after a space",
      [" \u0085::error::x"],
      " \u0085\\u{3a}:error::x",
      " \u0085::error::x",
    ],
    ["colons in a line", ["a ::error::x"], "a ::error::x", "a ::error::x"],
    ["a former command", ["a ##[group]"], "a #\\u{23}[group]", "a #\\u{23}[group]"],
    ["a command of Azure", ["##vso[x]"], "#\\u{23}vso[x]", "#\\u{23}vso[x]"],
    ["a heading", ["## Title [a]"], "## Title [a]", "## Title [a]"],
    ["a line in parts", ["a", " ", "::error::x"], "a ::error::x", "a ::error::x"],
    ["a space before a command", [" ", "::error::"], " \\u{3a}:error::", " ::error::"],
    ["a divided beginning", ["a\n:", ":error::x"], "a\n:\\u{3a}error::x", "a\n::error::x"],
    ["a colon and a line", [":", "\n:x"], ":\n:x", ":\n:x"],
    ["a divided sign", ["a #", "#[group]"], "a #\\u{23}[group]", "a #\\u{23}[group]"],
    ["a divided name", ["##v", "so", "[x]"], "##vso\\u{5b}x]", "##vso\\u{5b}x]"],
    ["three signs", ["##", "#[x]"], "##\\u{23}[x]", "##\\u{23}[x]"],
    ["a finished name", ["##vso ", "[x]"], "##vso [x]", "##vso [x]"],
    ["one sign", ["#a", "[x]"], "#a[x]", "#a[x]"],
  ])("with %s is escaped for its runner", (_, parts, actions, others) => {
    expect([print(parts), print(parts, false)]).toEqual([actions, others]);
  });
});

const piece = fc.constantFrom(
  ...[":", "::", "#", "##", "[", "]", " ", "\t", "\u0085", "\n", "\r", "\r\n", "|", ""],
  ...["error", "::warning::", "##[group]", "##vso[task.complete]", "##teamcity[x]", "a", "e"],
);
const parts = fc.array(
  fc.array(piece, { maxLength: 4 }).map((some) => some.join("")),
  {
    maxLength: 8,
  },
);
const runs = { numRuns: amount({ short: 500, full: 20_000 }) };

test("no division of a text contains a command", () => {
  const property = fc.property(parts, (some) => {
    expect(ordersIn(print(some))).toEqual([]);
    expect(furtherOrdersIn(print(some))).toEqual([]);
    expect(furtherOrdersIn(print(some, false))).toEqual([]);
  });
  fc.assert(property, runs);
});

test("a text without commands is unchanged, however it is divided", () => {
  const property = fc.property(parts, fc.boolean(), (some, hasLineCommands) => {
    const text = some.join("");
    fc.pre(print([text], hasLineCommands) === text);
    expect(print(some, hasLineCommands)).toBe(text);
  });
  fc.assert(property, runs);
});
