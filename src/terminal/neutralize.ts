/** Takes the power out of text from elsewhere: what a terminal would obey, or hide, becomes visible. */

/** Code points that move the cursor, reorder the line, or cannot be seen. */
const UNSAFE =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";

/** Scripts that need the zero-width joiners between their letters to be spelled right. */
const JOINING = `[${[
  "Arab",
  "Beng",
  "Deva",
  "Gujr",
  "Guru",
  "Knda",
  "Mlym",
  "Mong",
  "Orya",
  "Sinh",
  "Taml",
  "Telu",
]
  .map((script) => `\\p{scx=${script}}`)
  .join("")}]`;

/**
 * Invisible code points in the one place each where they belong, so emoji and these scripts stay
 * whole. Each begins with the code point itself, so that other text costs no look behind.
 */
const BELONGS = [
  // Inside an emoji: 👩‍💻
  "\\u200d(?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?\\u200d)(?=\\p{Extended_Pictographic})",
  `[\\u200c\\u200d](?<=${JOINING}.)(?=${JOINING})`,
  // One variation selector after a visible character: ❤️
  "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}](?<=[^\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}].)",
  // The flag of a region: 🏴󠁧󠁢󠁥󠁮󠁧󠁿
  "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}",
].join("|");

const PLAIN = /^[ -~]*$/;
/**
 * What most texts of most languages are made of, none of it unsafe. To look for that takes a tenth
 * of the time that it takes to look up every character's properties.
 */
export const harmless =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u3000-\u3163\u3165-\u9fff\uac00-\ud7a3]*$/;
// Made when a text needs them: reading these patterns takes longer than most commands print.
let anyUnsafe: RegExp | undefined;
let belongsOrUnsafe: RegExp | undefined;

/** Replaces each unsafe character of a text by what `spell` makes of it. Linear in the text's length. */
export function replaceUnsafe(text: string, spell: (character: string) => string): string {
  if (harmless.test(text)) return text;
  anyUnsafe ??= new RegExp(UNSAFE, "u");
  if (!anyUnsafe.test(text)) return text;
  belongsOrUnsafe ??= new RegExp(`(?:${BELONGS})|(${UNSAFE})`, "gu");
  return text.replace(belongsOrUnsafe, (whole: string, unsafe: string | undefined) =>
    unsafe === undefined ? whole : spell(unsafe),
  );
}

/**
 * A text that can be shown to a person: control characters, escape sequences, bidirectional and
 * zero-width controls, and lone surrogates appear as `\u{1b}`. Everything else stays as it is.
 * @param kept control characters that the form has room for, such as "\n"; none unless given
 */
export function neutralize(text: string, kept = ""): string {
  return replaceUnsafe(text, (character) =>
    kept.includes(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A text on one line: line breaks and tabs become single spaces, the rest is neutralized. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return neutralize(text.replace(/[\t\n\r]+/g, " ").trim());
}
