/** Language of a text by its script, for the direction and the interface words of a preview. */
import type { Language } from "../../contract/languages.ts";

/** The share of a script among all letters that determines the language. */
const leastShare = 0.3;

/** The first match counts, because Japanese and Korean texts also contain Chinese characters. */
const scripts: readonly (readonly [RegExp, Language])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Arabic}/gu, "ar"],
];

/** Letters of Persian and Urdu, which are not in the list of languages. */
const notArabic = /[پچژگ]/u;

/** @returns undefined for scripts that several languages use */
export function guessLanguage(text: string): Language | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  const language = scripts.find(
    ([script, one]) =>
      // Japanese headings contain more Chinese characters than syllables.
      (text.match(script)?.length ?? 0) / letters >= (one === "ja" ? leastShare / 3 : leastShare),
  )?.[1];
  return language === "ar" && notArabic.test(text) ? undefined : language;
}
