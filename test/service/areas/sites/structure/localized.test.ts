import { expect, test } from "vitest";
import {
  parseLocalizedText,
  readTexts,
  writeTexts,
} from "../../../../../src/service/areas/sites/structure/localized.ts";

test.each([
  [null, null],
  [{}, null],
  [{ fr: "Guide" }, '{"fr":"Guide"}'],
])("the texts %j are stored as %j", (texts, column) => {
  expect(writeTexts(texts)).toBe(column);
});

test("a text is that of the language, or missing", () => {
  const column = '{"fr":"Guide","de":""}';
  expect(readTexts(column)).toEqual({ fr: "Guide", de: "" });
  expect(readTexts(null)).toBeUndefined();
  expect(
    ["fr", "de", "en", "toString", null].map((one) => parseLocalizedText(column, one)),
  ).toEqual(["Guide", "", undefined, undefined, undefined]);
  expect(parseLocalizedText(null, "fr")).toBeUndefined();
});
