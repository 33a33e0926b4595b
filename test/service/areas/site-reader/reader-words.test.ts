/** Words of the reading view. */
import { describe, expect, test } from "vitest";
import {
  findReaderWords,
  formatDay,
  readerLanguages,
} from "../../../../src/service/areas/site-reader/reader-words.ts";

describe("the words of a language", () => {
  test.each(readerLanguages)("%s are complete", (language) => {
    const words = Object.values(findReaderWords(language));
    expect(words).toHaveLength(23);
    expect(words.filter((word) => word.trim() === "")).toEqual([]);
    const { lastUpdated, manyPages } = findReaderWords(language);
    expect([lastUpdated, manyPages].every((text) => text.split("{}").length === 2)).toBe(true);
  });

  test("are those of the code without its region, or English", () => {
    expect(findReaderWords("pt-br").search).toBe("Pesquisar");
    expect(findReaderWords("de-CH").next).toBe("Weiter");
    expect(findReaderWords("xx").search).toBe("Search");
    expect(formatDay("en", new Date(0))).toBe("January 1, 1970");
    expect(formatDay("fr", new Date(0))).toBe("1 janvier 1970");
  });
});
