/** Texts made to move a cursor, hide, reorder, clear a screen, or give orders to what reads them. */
import type { Random } from "./random.ts";

const pieces = [
  // C0, DEL and C1, one by one.
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  "\u007f",
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(0x80 + code)),
  // Sequences: colours, cursor, screen, titles, links, the clipboard, device strings.
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
  // What hides, reorders, or overwrites a line.
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
  // Orders to the runner of a pipeline.
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
  // What other forms have to quote.
  '"\\',
  "'=1+1",
  "\t|x|\n",
  "</failure>]]>",
];

/** A text of one piece, or of several with words in between. */
export function hostileText(random: Random): string {
  const count = 1 + random.below(3);
  const parts = Array.from({ length: count }, () => random.pick(pieces));
  return random.chance(0.5) ? parts.join("") : `Title ${parts.join(" of ")} end`;
}

/** The same value with a hostile text in place of every text, and in the names of new members. */
export function hostileValue(value: unknown, random: Random): unknown {
  if (typeof value === "string") return hostileText(random);
  if (Array.isArray(value)) return value.map((one) => hostileValue(one, random));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, hostileValue(one, random)]);
  if (random.chance(0.2)) members.push([hostileText(random), hostileText(random)]);
  return Object.fromEntries(members);
}

/** What a terminal would obey or hide, but for tabs and line breaks. */
export function obeyedIn(text: string): string[] {
  return (
    text.match(
      /(?![\t\n])[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    ) ?? []
  );
}

const esc = "\u001b";
const ownColours = new RegExp(`${esc}\\[(?:[0-9]|2[0-9]|3[0-9]|9[0-7])m`, "g");

/** A link of tome shows its own address, or the beginning of it. */
const ownLinks = new RegExp(
  `${esc}\\]8;;(https?://[!-~]+)${esc}\\\\([^${esc}]*)${esc}\\]8;;${esc}\\\\`,
  "g",
);

export function withoutOwnLinks(text: string): string {
  return text.replace(ownLinks, (whole, address: string, shown: string) =>
    address.startsWith(shown.replace(/…$/, "")) ? shown : whole,
  );
}

/** What tome colours its own words with is no order of others. */
export function withoutOwnColours(text: string): string {
  return text.replace(ownColours, "");
}
