/** Locale of a language, for the formats and word rules of `Intl`. */

/** @returns English for a text that is not a language tag, because `Intl` throws a RangeError for it */
export function toLocale(language: string): string {
  try {
    const [locale = "en"] = Intl.getCanonicalLocales(language);
    return locale;
  } catch {
    return "en";
  }
}
