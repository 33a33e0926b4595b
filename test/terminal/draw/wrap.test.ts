import { expect, test } from "vitest";
import { wrapSentence } from "../../../src/terminal/draw/wrap.ts";

test("a sentence breaks between words, and colours take no room", () => {
  const sentence =
    "There is no setting \u001b[1mprofile\u001b[22m; the settings are org and space.";
  expect(wrapSentence(sentence, 30)).toBe(
    "There is no setting \u001b[1mprofile\u001b[22m;\nthe settings are org and\nspace.",
  );
  expect(wrapSentence("kurz", 30)).toBe("kurz");
});

test("details stay indented, and a word that is too long is left to the screen", () => {
  expect(wrapSentence("  row 3: the title is too long", 20)).toBe(
    "  row 3: the title\n  is too long",
  );
  expect(wrapSentence("see https://example.com/a/long/address", 10)).toBe(
    "see\nhttps://example.com/a/long/address",
  );
});

test("a command that a person may copy has a line of its own, and is never broken", () => {
  expect(wrapSentence("It can be restored for 7 days: tome space restore S1 --local", 20)).toBe(
    "It can be restored\nfor 7 days:\ntome space restore S1 --local",
  );
  const dim = "\u001b[2mhint: tome space list --org O1 --local\u001b[22m";
  expect(wrapSentence(dim, 20)).toBe(dim);
});

test("an error that names commands is a sentence; what to do is its hint", () => {
  expect(wrapSentence('error: tome has no command "spce"; did you mean space?', 40)).toBe(
    'error: tome has no command "spce"; did\nyou mean space?',
  );
});

test("of several lines, each is broken by itself and keeps its indent", () => {
  expect(wrapSentence("~ a space\n    title: old → new\nApply this change of one?", 20)).toBe(
    "~ a space\n    title: old → new\nApply this change of\none?",
  );
});
