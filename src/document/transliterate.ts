/** Names in Latin letters, as the hosted platform derives them from titles. */
import anyAscii from "any-ascii";
import { findOwn } from "../json/own-members.ts";
import { trimCharacter } from "../json/trim.ts";

/** Characters that the hosted platform writes as words. */
const words: Readonly<Record<string, string>> = {
  "&": "and",
  "|": "or",
  "<": "less than",
  ">": "greater than",
};
const wordSigns = /[&|<>]/g;

function replaceSigns(text: string): string {
  return text.replace(wordSigns, (sign) => ` ${findOwn(words, sign) ?? ""} `);
}

/** Each ideograph is its own syllable: `相容` is `Xiang Rong`. */
export function transliterate(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Script=Han}/gu, (sign) => ` ${anyAscii(sign)} `)
    .replace(/[\p{L}\p{M}\p{N}\p{P}]+/gu, (part) => (isAscii(part) ? part : anyAscii(part)))
    .replace(/[^\x20-\x7e\s]+/gu, " ");
}

/**
 * Lower-case Latin letters, digits, dots and underscores, joined by hyphens: `4.1.2.-xiang-rong`.
 * @returns an empty text for a text without letters and digits
 */
export function formatName(text: string): string {
  const name = transliterate(replaceSigns(text.replace(/['’]/g, "")))
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[^a-z0-9._]+/g, "-");
  return trimCharacter(name, "-").replace(/^\.+-?/, "");
}

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}
