import { expect, test } from "vitest";
import { quoteLine } from "../../src/json/quote-line.ts";

test.each([
  [" two\n lines\t", 20, '"two lines"'],
  ["12345", 5, '"12345"'],
  ["123456", 5, '"12345…"'],
  ['a "quoted" word', 20, '"a \\"quoted\\" word"'],
])("%j is quoted with at most %i characters", (text, most, quoted) => {
  expect(quoteLine(text, most)).toBe(quoted);
});
