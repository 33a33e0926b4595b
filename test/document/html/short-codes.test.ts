import { expect, test } from "vitest";
import { hasShortCode, withEmoji } from "../../../src/document/html/short-codes.ts";

const emoji = (name: string) =>
  new Map([
    ["rocket", "🚀"],
    ["+1", "👍"],
    ["00", "?"],
  ]).get(name);

test.each([
  [":rocket:", "🚀"],
  ["a :rocket: b", "a 🚀 b"],
  ["(:+1:)", "(👍)"],
  [":rocket: :+1:", "🚀 👍"],
  [":other: :rocket:", ":other: 🚀"],
  // Between letters, digits and colons it is text.
  ["a:rocket:", "a:rocket:"],
  [":rocket:a", ":rocket:a"],
  [":rocket:é", ":rocket:é"],
  [":rocket:1", ":rocket:1"],
  ["10:00:00", "10:00:00"],
  ["::rocket:", "::rocket:"],
  [":Rocket:", ":Rocket:"],
  [": rocket :", ": rocket :"],
])("%j is shown as %j", (text, shown) => {
  expect(withEmoji(text, { emoji })).toBe(shown);
  expect(withEmoji(text, {})).toBe(text);
});

test.each([
  ["a :rocket: b", true],
  ["a :b", false],
  [": b :", false],
  [`:${"a".repeat(60)}:`, true],
  [`:${"a".repeat(61)}:`, false],
])("%j may have a short code: %s", (text, has) => {
  expect(hasShortCode(text)).toBe(has);
});
