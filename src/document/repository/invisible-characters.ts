/** Invisible characters in names and paths, which look like a space or like nothing. */
import { findOwn } from "../../json/own-members.ts";

const names: Readonly<Record<string, string>> = {
  "\u00a0": "no-break space",
  "\u00ad": "soft hyphen",
  "\u034f": "combining grapheme joiner",
  "\u061c": "Arabic letter mark",
  "\u180e": "Mongolian vowel separator",
  "\u200b": "zero width space",
  "\u200c": "zero width non-joiner",
  "\u200d": "zero width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u202f": "narrow no-break space",
  "\u2060": "word joiner",
  "\u3000": "ideographic space",
  "\ufeff": "byte order mark",
};

/** Spaces other than U+0020, format characters, and letters without a shape. */
const invisible = /[\p{Zs}\p{Zl}\p{Zp}\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f/gu;

interface InvisibleCharacter {
  /** `no-break space (U+00A0)` */
  readonly name: string;
  readonly offset: number;
}

/** Without characters that shape the letters or emoji on both sides. */
export function findInvisibleCharacters(text: string): InvisibleCharacter[] {
  return [...text.matchAll(invisible)].flatMap(({ 0: sign, index }) => {
    if (sign === " " || isShaping(text, sign, index)) return [];
    return [{ name: nameCharacter(sign), offset: index }];
  });
}

/** Replaces invisible characters with their code, for messages: `docs<U+200B>`. */
export function showInvisibleCharacters(text: string): string {
  return text.replace(invisible, (sign, index: number) =>
    sign === " " || isShaping(text, sign, index) ? sign : `<${toCode(sign)}>`,
  );
}

/** A joiner between two letters outside of ASCII, or a tag of a flag. */
function isShaping(text: string, sign: string, index: number): boolean {
  if (/[\u{e0020}-\u{e007f}]/u.test(sign)) return true;
  if (sign !== "\u200c" && sign !== "\u200d") return false;
  return isForeignLetter(text[index - 1]) && isForeignLetter(text[index + 1]);
}

function isForeignLetter(unit: string | undefined): boolean {
  return unit !== undefined && unit > "\u00ff" && !/[\p{Zs}\p{Zl}\p{Zp}\p{Cf}]/u.test(unit);
}

function nameCharacter(sign: string): string {
  return `${findOwn(names, sign) ?? (/\p{Z}/u.test(sign) ? "space" : "invisible character")} (${toCode(sign)})`;
}

function toCode(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
