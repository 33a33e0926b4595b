import { describe, expect, test } from "vitest";
import { formatPassage, paintPassage } from "../../../src/terminal/draw/search-excerpt.ts";
import { taggedStyle } from "../tagged-style.ts";

const long = "word ".repeat(200).trim();

describe("the passage of a search result", () => {
  test.each([
    ["Alerts reach the team.", ["alerts"], "Alerts reach the team."],
    ["The team gets alerts.", ["alerts"], "The team gets alerts."],
    // It starts at a word shortly before the match, and says that something is left out.
    ["The whole team on duty gets alerts.", ["alerts"], "… on duty gets alerts."],
    [
      "The whole team on duty gets\n\n  alerting rules.",
      ["alerts"],
      "… on duty gets alerting rules.",
    ],
    [
      "Nothing about it, whatever you look for.",
      ["alerts"],
      "Nothing about it, whatever you look for.",
    ],
    [["No match.", ["A second text", "An alert."]], ["alerts"], "An alert."],
    [["No match.", "Neither here."], ["alerts"], "No match."],
    ["A team of a few.", ["a", "!"], "A team of a few."],
    ["Realerts and alerts.", ["alerts"], "Realerts and alerts."],
    [null, ["alerts"], ""],
    [[], ["alerts"], ""],
  ])("of %j for %j is %j", (value, words, expected) => {
    expect(formatPassage(value, words)).toBe(expected);
  });

  test("is shortened at its end, at its beginning, or at both", () => {
    const [end, begin, both] = [`alerts ${long}`, `${long} alerts`, `${long} alerts ${long}`].map(
      (text) => formatPassage(text, ["alerts"]),
    );
    expect(end).toMatch(/^alerts word .*…$/);
    expect(begin).toMatch(/^… (?:word )+alerts$/);
    expect(both).toMatch(/^… (?:word )+alerts word .*…$/);
    for (const passage of [end, begin, both]) expect(passage?.length).toBeLessThan(410);
  });
});

test.each([
  // Other forms of a word have its first letters, without its last two; at least four.
  ["alerts", ["alert", "alerting", "ALERTS", "alertness"], ["ale", "alibi", "realert"]],
  ["teams", ["team", "teamwork"], ["tea", "tear", "steam"]],
  ["team", ["team", "teams"], ["tea", "tears"]],
  ["go", ["go", "golang"], ["ego"]],
  ["über", ["Über", "überall"], ["aber", "darüber"]],
  ["C++", [], ["C", "Cx"]],
  ["sign-in", ["sign", "signings"], ["sing"]],
])("the search term %s marks %j and not %j", (word, marked, unmarked) => {
  const text = [...marked, ...unmarked].join(" / ");
  const expected = [...marked.map((one) => `<b>${one}</b>`), ...unmarked].join(" / ");
  expect(paintPassage(text, [word], taggedStyle)).toBe(expected);
  // The passage of several texts is the first one with such a word.
  const texts = ["Nothing.", ...unmarked, ...marked];
  expect(formatPassage(texts, [word])).toBe(marked[0] ?? "Nothing.");
});

test("without a search term nothing is marked", () => {
  expect(paintPassage("A text.", [], taggedStyle)).toBe("A text.");
  expect(paintPassage("A text.", ["", "a", "?!"], taggedStyle)).toBe("A text.");
});
