import { expect, test } from "vitest";
import { checkPlacement } from "../../src/commands/placement.ts";
import type { JsonObject } from "../../src/json/values.ts";

const check = checkPlacement("spaceId");
const at = (id: string) => ({ type: "space", space: id });

test.each([
  [{ parent: "C1" }],
  [{ parent: null, position: {} }],
  [{ parent: "C1", position: { before: at("S2") } }],
  [{ parent: "C1", position: { after: at("S2") } }],
  [{ parent: "C1", position: { before: at("S2"), after: at("S3") } }],
  [{ position: { before: { type: "collection", collection: "C2", space: "S1" } } }],
])("%j is sent unchanged", (input: JsonObject) => {
  const whole = { spaceId: "S1", ...input };
  expect(check(whole)).toBe(whole);
});

const sides = ["before", "after"] as const;
const other = { before: at("S8"), after: at("S9") };

test.each(
  sides.flatMap((side) => [
    [`--${side} and the moved resource`, { [side]: at("S1") }],
    [`--${side} and the moved resource`, { ...other, [side]: at("S1") }],
    [`--${side} and --parent`, { [side]: at("C1") }],
    [`--${side} and --parent`, { ...other, [side]: at("C1") }],
  ]),
)("%s with the same id are refused in %j", (words, position) => {
  const input = { spaceId: "S1", parent: "C1", position: position as JsonObject };
  expect(() => check(input)).toThrow(words);
});

test("a resource is not its own parent, and a position has two sides", () => {
  expect(() => check({ spaceId: "S1", parent: "S1" })).toThrow("cannot be inside itself");
  const position = { before: at("S2"), after: at("S2") };
  expect(() => check({ spaceId: "S1", parent: "C1", position })).toThrow("--before and --after");
});
