/** Hostile texts: escape sequences, invisible and reordering characters, and CI commands. */
import type { Random } from "./random.ts";

const pieces = [
  // C0, DEL and C1, one by one.
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  "\u007f",
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(0x80 + code)),
  // Escape sequences: colors, cursor, screen, titles, links, the clipboard, device strings.
  "\u001b[38;5;99m",
  "\u001b[2J\u001b[H",
  "\u001b[1A\u001b[2K",
  "\u009b31m",
  "\u001b]0;title\u0007",
  "\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\",
  "\u001b]52;c;aGk=\u0007",
  "\u001bP+q544e\u001b\\",
  "\u001b_G;\u001b\\",
  "\u001bc",
  // Characters that hide, reorder or overwrite text.
  "safe\rrm -rf",
  "a\u0008\u0008b",
  "\u202egnp.exe",
  "\u2066x\u2069",
  "\u200f\u200e",
  "\u200b\u2060\ufeff",
  "\u2028\u2029",
  "\ud800",
  "\udfff x",
  "\u{e0041}",
  // CI commands.
  "::error::x",
  "\n::stop-commands::x",
  "\r  ::add-mask::x",
  "\u00a0::warning file=a::x",
  "\u2003::set-output name=x::y",
  "##[error]x",
  "a ##[add-mask]x",
  "\u0085::notice::x",
  "a ##vso[task.setvariable variable=x]y",
  "##teamcity[buildStatus status='SUCCESS']",
  "%0A::error::x",
  // Characters that output formats must quote.
  '"\\',
  "'=1+1",
  "\t|x|\n",
  "</failure>]]>",
];

/** A hostile text of one or several pieces, separated by words. */
export function hostileText(random: Random): string {
  const count = 1 + random.below(3);
  const parts = Array.from({ length: count }, () => random.pick(pieces));
  return random.chance(0.5) ? parts.join("") : `Title ${parts.join(" of ")} end`;
}

/** A copy of a value with hostile texts in place of all texts, and in the names of additional members. */
export function hostileValue(value: unknown, random: Random): unknown {
  if (typeof value === "string") return hostileText(random);
  if (Array.isArray(value)) return value.map((one) => hostileValue(one, random));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, hostileValue(one, random)]);
  if (random.chance(0.2)) members.push([hostileText(random), hostileText(random)]);
  return Object.fromEntries(members);
}

/** Characters that a terminal interprets or hides, except tabs and line breaks. */
export function obeyedIn(text: string): string[] {
  return (
    text.match(
      /(?![\t\n])[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    ) ?? []
  );
}

const esc = "\u001b";
const ownColors = new RegExp(`${esc}\\[(?:[0-9]|2[0-9]|3[0-9]|9[0-7])m`, "g");

/** Links that tome prints, whose text is the URL or its beginning. */
const ownLinks = new RegExp(
  `${esc}\\]8;;(https?://[!-~]+)${esc}\\\\([^${esc}]*)${esc}\\]8;;${esc}\\\\`,
  "g",
);

export function withoutOwnLinks(text: string): string {
  return text.replace(ownLinks, (whole, address: string, shown: string) =>
    address.startsWith(shown.replace(/…$/, "")) ? shown : whole,
  );
}

/** Isolates that tome prints itself: around text from right to left, without others inside. */
const ownIsolates =
  /\u2068([^\u2066-\u2069\n]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}][^\u2066-\u2069\n]*)\u2069/gu;

/** Colors and isolates that tome prints itself. */
export function withoutOwnColors(text: string): string {
  return text.replace(ownColors, "").replace(ownIsolates, "$1");
}

const promptMoves = new RegExp(`${String.fromCharCode(27)}\\[(?:\\d+G|0J)`, "g");

/** Cursor movements that the line editor of a prompt prints; no hostile text contains them. */
export function withoutPromptMoves(text: string): string {
  return text.replace(promptMoves, "");
}
