/**
 * Pseudo-translation: letters get accents, so that translated and untranslated parts are visible
 * and the result is not mistaken for a translation.
 */
import { findOwn } from "../../../json/own-members.ts";

const accents: Readonly<Record<string, string>> = {
  a: "á",
  b: "ƀ",
  c: "ç",
  d: "ð",
  e: "é",
  g: "ĝ",
  h: "ĥ",
  i: "í",
  j: "ĵ",
  k: "ķ",
  l: "ļ",
  n: "ñ",
  o: "ó",
  r: "ŕ",
  s: "š",
  t: "ţ",
  u: "ú",
  w: "ŵ",
  y: "ý",
  z: "ž",
  A: "Á",
  C: "Ç",
  D: "Ð",
  E: "É",
  G: "Ĝ",
  H: "Ĥ",
  I: "Í",
  J: "Ĵ",
  K: "Ķ",
  L: "Ļ",
  N: "Ñ",
  O: "Ó",
  R: "Ŕ",
  S: "Š",
  T: "Ţ",
  U: "Ú",
  W: "Ŵ",
  Y: "Ý",
  Z: "Ž",
};

/** The text between brackets, with an accent on every letter that has one. */
export function pseudoTranslate(text: string): string {
  return `⟦${text.replace(/[A-Za-z]/g, (letter) => findOwn(accents, letter) ?? letter)}⟧`;
}
