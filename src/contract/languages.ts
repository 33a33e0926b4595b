/** The languages that a space can be in. */
// biome-ignore format: one table of codes reads better than forty lines
export const languages = [
  "en", "fr", "de", "es", "it", "pt", "pt-br", "ru", "ja", "zh", "yue", "ko", "ar", "hi", "nl",
  "pl", "tr", "sv", "no", "da", "fi", "el", "cs", "hu", "ro", "th", "vi", "id", "ms", "he", "uk",
  "sk", "bg", "hr", "lt", "lv", "et", "sl",
] as const;
export type Language = (typeof languages)[number];
