import { expect, test } from "vitest";
import { wrapSentence } from "../../../src/terminal/draw/wrap.ts";

test("a sentence breaks between words, and color codes have no width", () => {
  const sentence =
    "There is no setting \u001b[1mprofile\u001b[22m; the settings are org and space.";
  expect(wrapSentence(sentence, 30)).toBe(
    "There is no setting \u001b[1mprofile\u001b[22m;\nthe settings are org and\nspace.",
  );
  expect(wrapSentence("kurz", 30)).toBe("kurz");
});

test("details stay indented, and a long word is not broken", () => {
  expect(wrapSentence("  row 3: the title is too long", 20)).toBe(
    "  row 3: the title\n  is too long",
  );
  expect(wrapSentence("see https://example.com/a/long/address", 10)).toBe(
    "see\nhttps://example.com/a/long/address",
  );
});

test("a command to copy has its own line and is never broken", () => {
  expect(wrapSentence("It can be restored for 7 days: tome space restore S1 --local", 20)).toBe(
    "It can be restored\nfor 7 days:\ntome space restore S1 --local",
  );
  const dim = "\u001b[2mhint: tome space list --org O1 --local\u001b[22m";
  expect(wrapSentence(dim, 20)).toBe(dim);
});

test("an error that names commands is a sentence, and its hint is a command", () => {
  expect(wrapSentence('error: tome has no command "spce"; did you mean space?', 40)).toBe(
    'error: tome has no command "spce"; did\nyou mean space?',
  );
});

test("several lines are wrapped separately and keep their indents", () => {
  expect(wrapSentence("~ a space\n    title: old → new\nApply this change of one?", 20)).toBe(
    "~ a space\n    title: old → new\nApply this change of\none?",
  );
});
