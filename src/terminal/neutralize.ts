/**
 * Neutralization of untrusted text: characters that a terminal would interpret or hide become
 * visible.
 */

/** Code points that move the cursor, reorder the line, or are invisible. */
const UNSAFE =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";

/** Scripts whose spelling needs zero-width joiners between letters. */
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
 * Invisible code points in valid positions, so that emoji and these scripts stay intact. Each
 * pattern starts with the code point itself, so that other text needs no lookbehind.
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
 * Matches most texts of most languages, and most emoji: they are safe. Without property classes,
 * it is compiled in a hundredth of the time that the complete class takes.
 */
export const harmless =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u2010-\u2027\u20a0-\u20bf\u2100-\u2bff\u3000-\u3163\u3165-\u9fff\uac00-\ud7a3\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}]*$/u;
// Compiled on first use, because that takes longer than most commands need to print.
let anyUnsafe: RegExp | undefined;
let belongsOrUnsafe: RegExp | undefined;

/**
 * The beginning of a command that the runner of a pipeline executes anywhere in a line: `##[name]`
 * (GitHub Actions, Azure Pipelines), `##vso[name]` (Azure Pipelines), `##teamcity[name]`.
 */
export const runnerOrder = /##(?=\w*\[)/g;

/**
 * Replaces each unsafe character of a text with the result of `spell`. Linear in the length of the
 * text.
 * @param allowed characters that stay: line breaks and tabs of the format
 */
export function replaceUnsafe(
  text: string,
  spell: (character: string) => string,
  allowed = "",
): string {
  if (isHarmless(text, allowed)) return text;
  anyUnsafe ??= new RegExp(UNSAFE, "u");
  if (!anyUnsafe.test(text)) return text;
  belongsOrUnsafe ??= new RegExp(`(?:${BELONGS})|(${UNSAFE})`, "gu");
  return text.replace(belongsOrUnsafe, (whole: string, unsafe: string | undefined) =>
    unsafe === undefined || allowed.includes(unsafe) ? whole : spell(unsafe),
  );
}

function isHarmless(text: string, allowed: string): boolean {
  if (harmless.test(text)) return true;
  if (allowed === "") return false;
  // Spaces keep apart halves of a surrogate pair.
  const rest = [...allowed].reduce((changed, one) => changed.replaceAll(one, " "), text);
  return harmless.test(rest);
}

/**
 * Text that is safe to display: control characters, escape sequences, bidirectional and zero-width
 * controls, and lone surrogates appear as `\u{1b}`. Everything else is unchanged.
 * @param allowed control characters that the format can contain, such as "\n"
 */
export function neutralize(text: string, allowed = ""): string {
  return replaceUnsafe(
    text,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    allowed,
  );
}

/** A text on one line: line breaks and tabs become single spaces, the rest is neutralized. */
export function toOneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return neutralize(text.replace(/[\t\n\r]+/g, " ").trim());
}

/**
 * A text on one line that keeps its spaces: a tab becomes four, a line break one, the rest is
 * neutralized.
 */
export function toHarmlessLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return neutralize(text.replace(/\t/g, "    ").replace(/[\n\r]+/g, " "));
}
