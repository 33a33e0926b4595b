import { expect, test } from "vitest";
import { isDuration } from "../../src/json/durations.ts";

test.each([
  ["90d", true],
  ["1.5h", true],
  ["0.125w", true],
  ["1m", true],
  ["1.5555h", false],
  ["1234567890123d", false],
  ["5", false],
  ["5s", false],
  ["-5d", false],
  [" 5d", false],
  [".5d", false],
])("whether %j is a duration: %s", (text, expected) => {
  expect(isDuration(text)).toBe(expected);
});
