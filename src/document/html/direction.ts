/** Direction of a text, for scripts that are written from right to left. */
import { attribute, type Html } from "./html.ts";

/** Letters of Hebrew, Arabic and the other scripts from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * The attribute of an element with the text: browsers find the direction by the first letter.
 * Elements without such letters have the direction of the page.
 */
export function renderDirection(text: string, isPageRightToLeft: boolean | undefined): Html {
  return attribute("dir", isPageRightToLeft || rightToLeft.test(text) ? "auto" : undefined);
}

/** The share of letters from right to left that decides: words of other scripts are often names. */
const leastShare = 0.3;

/**
 * The attribute of an element with blocks, whose direction is that of most of its letters: `auto`
 * would ignore blocks with their own direction, and the first word may be a foreign name.
 */
export function renderBlockDirection(text: string, isPageRightToLeft: boolean | undefined): Html {
  if (!isPageRightToLeft && !rightToLeft.test(text)) return attribute("dir", undefined);
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return attribute("dir", undefined);
  const share = letters.filter((letter) => rightToLeft.test(letter)).length / letters.length;
  return attribute("dir", share >= leastShare ? "rtl" : "ltr");
}

/** @param language a code, such as `ar` or `he-IL` */
export function isRightToLeftLanguage(language: string): boolean {
  return /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)(?:-|$)/i.test(language);
}
