import { describe, expect, test } from "vitest";
import { linkWords } from "../../src/commands/content-words.ts";

const stats = { total: 9, broken: { total: 1 } };

describe("the note of a list of links", () => {
  test.each([
    [{ external: 0, inApp: 0 }, "Examined 9 links, 1 broken."],
    [
      { external: 1, inApp: 0 },
      "Examined 9 links, 1 broken. Skipped 1 external link, which was not checked.",
    ],
    [
      { external: 3, inApp: 2 },
      "Examined 9 links, 1 broken. Skipped 3 external links and 2 links into the app, which were not checked.",
    ],
    [undefined, "Examined 9 links, 1 broken. External links were not checked."],
  ])("with the unchecked links %j is %j", (unchecked, note) => {
    expect(linkWords.note({ items: [], stats, ...(unchecked && { unchecked }) })).toBe(note);
  });
});
