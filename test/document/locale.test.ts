import { expect, it } from "vitest";
import { toLocale } from "../../src/document/locale.ts";

it.each([
  ["pt-br", "pt-BR"],
  ["de", "de"],
  ["", "en"],
  ["not a tag", "en"],
  ["en_US", "en"],
])("the locale of %j is %s", (language, locale) => {
  expect(toLocale(language)).toBe(locale);
  expect(new Intl.Locale(toLocale(language)).language).toBe(locale.slice(0, 2));
});
