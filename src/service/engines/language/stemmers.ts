/** Words for search: split from a text, in lower case, and stemmed. */
import { toLocale } from "../../../document/locale.ts";

type Stem = (word: string) => string;

/** The rules of each language are loaded when they are first needed. */
const stemmers: Readonly<Record<string, () => Promise<{ readonly stemmer: Stem }>>> = {
  en: () => import("@orama/stemmers/english"),
  fr: () => import("@orama/stemmers/french"),
  de: () => import("@orama/stemmers/german"),
  es: () => import("@orama/stemmers/spanish"),
  it: () => import("@orama/stemmers/italian"),
  pt: () => import("@orama/stemmers/portuguese"),
  "pt-br": () => import("@orama/stemmers/portuguese"),
  ru: () => import("@orama/stemmers/russian"),
  ar: () => import("@orama/stemmers/arabic"),
  hi: () => import("@orama/stemmers/indian"),
  nl: () => import("@orama/stemmers/dutch"),
  tr: () => import("@orama/stemmers/turkish"),
  sv: () => import("@orama/stemmers/swedish"),
  no: () => import("@orama/stemmers/norwegian"),
  da: () => import("@orama/stemmers/danish"),
  fi: () => import("@orama/stemmers/finnish"),
  el: () => import("@orama/stemmers/greek"),
  hu: () => import("@orama/stemmers/hungarian"),
  ro: () => import("@orama/stemmers/romanian"),
  id: () => import("@orama/stemmers/indonesian"),
  uk: () => import("@orama/stemmers/ukrainian"),
  bg: () => import("@orama/stemmers/bulgarian"),
  lt: () => import("@orama/stemmers/lithuanian"),
};

/** The stems of the words in a text, by the rules of one language. */
export type ToStems = (text: string) => string[];

/** Scripts without spaces between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Longer strings are not words. */
const longest = 60;
/** Long runs are segmented in pieces, because the time is quadratic in the length. */
const piece = /.{1,2000}/gsu;
const keptStems = 50_000;

/**
 * @param language a code; if it is absent or has no rules, the English rules apply, which do not
 * change other scripts
 */
export async function listWords(language: string | null | undefined): Promise<ToStems> {
  const code = language ?? "en";
  const load = Object.hasOwn(stemmers, code) ? stemmers[code] : stemmers.en;
  const { stemmer } = (await load?.()) ?? { stemmer: (text: string) => text };
  const stems = new Map<string, string>();
  const segmenter = new Intl.Segmenter(toLocale(code), { granularity: "word" });
  const computeStem = (written: string) => {
    let stem = stems.get(written);
    if (stem === undefined) {
      stem = stemmer(written) || written;
      if (stems.size >= keptStems) stems.clear();
      stems.set(written, stem);
    }
    return stem;
  };
  return (text) => {
    const words: string[] = [];
    for (const [run] of text.normalize("NFKC").toLowerCase().matchAll(word)) {
      const written = run.replace(/['’]s?$/, "").replaceAll("’", "'");
      if (unspaced.test(written)) {
        for (const part of written.match(piece) ?? []) {
          for (const { segment, isWordLike } of segmenter.segment(part)) {
            if (isWordLike && segment.length <= longest) words.push(segment);
          }
        }
      } else if (written.length <= longest) {
        words.push(computeStem(written));
      }
    }
    return words;
  };
}
