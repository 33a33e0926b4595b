import { expect, test } from "vitest";
import { quoteLiterally } from "../../src/json/shell-word.ts";

test.each([
  ["guides/start", "guides/start"],
  ["--title=a@b.example:1,2%+", "--title=a@b.example:1,2%+"],
  ["=ls", "'=ls'"],
  ["", "''"],
  ["Our docs", "'Our docs'"],
  ["Ada's", "'Ada'\\''s'"],
  ["$HOME", "'$HOME'"],
  ["a\n", "'a\n'"],
  ["~", "'~'"],
])("the word %j is %s in a shell", (word, quoted) => {
  expect(quoteLiterally(word)).toBe(quoted);
});
