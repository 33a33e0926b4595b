import { expect, test } from "vitest";
import { quoteWord } from "../../../src/app/parse/quote-word.ts";

test.each([
  ["Guide", "Guide"],
  ["<page>", "<page>"],
  ["<change-request|cr>", "<change-request|cr>"],
  ["<", "<"],
  ["<file", "<file"],
  ["file>", "file>"],
  ["two words", "'two words'"],
  ["<two words>", "'<two words>'"],
  ["<page>;ls", "'<page>;ls'"],
  ["x<page>", "'x<page>'"],
  ["a.b>", "'a.b>'"],
  [">", "'>'"],
  ["$HOME", "'$HOME'"],
  ["", "''"],
])("%j is %s in a suggested command", (word, quoted) => {
  expect(quoteWord(word)).toBe(quoted);
});
