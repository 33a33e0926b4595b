/** Direction of a text, for scripts that are written from right to left. */
import { attribute, type Html } from "./html.ts";

/** Letters of Hebrew, Arabic and the other scripts from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The attribute of an element with the text: browsers find the direction by the first letter.
 * Elements without such letters have the direction of the page.
 */
export function direction(text: string, isPageRightToLeft: boolean | undefined): Html {
  return attribute("dir", isPageRightToLeft || rightToLeft.test(text) ? "auto" : undefined);
}

/**
 * The attribute of an element with blocks, whose direction is that of the first letter: `auto` would
 * ignore blocks with a direction of their own.
 */
export function blockDirection(text: string, isPageRightToLeft: boolean | undefined): Html {
  if (!isPageRightToLeft && !rightToLeft.test(text)) return attribute("dir", undefined);
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  if (letter === "") return attribute("dir", undefined);
  return attribute("dir", rightToLeft.test(letter) ? "rtl" : "ltr");
}

/** @param language a code, such as `ar` or `he-IL` */
export function isRightToLeftLanguage(language: string): boolean {
  return /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)(?:-|$)/i.test(language);
}
