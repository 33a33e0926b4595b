/** Manual pages in the macros that every man program understands. */
import type { HelpRow } from "../layout.ts";

/** Running text: one paragraph. */
export function paragraph(text: string): string {
  return `.PP\n${prose(text)}`;
}

export function section(title: string, ...parts: readonly string[]): string {
  return [`.SH ${literal(title.toUpperCase())}`, ...parts].join("\n");
}

export function subsection(title: string, ...parts: readonly string[]): string {
  return [`.SS ${literal(title)}`, ...parts].join("\n");
}

/** Names in bold, each with its explanation below and indented. */
export function terms(rows: readonly HelpRow[]): string {
  return rows.map(([left, right]) => `.TP\n${usage(left.trim())}\n${prose(right)}`).join("\n");
}

/** Lines as they are, for copying. */
export function lines(texts: readonly string[]): string {
  return ["", ".PP", ".RS 4", ".nf", ...texts.map(literal), ".fi", ".RE"].slice(1).join("\n");
}

/** A command line or a flag: words in bold, placeholders in italics. */
export function usage(text: string): string {
  return text
    .split(/(<[^<>]*>)/)
    .filter((part) => part !== "")
    .map((part) => `\\f${part.startsWith("<") ? "I" : "B"}${escaped(part, true)}\\fR`)
    .join("");
}

/** Running text; the dashes of flags are plain hyphens, so that they can be copied. */
function prose(text: string): string {
  return guarded(
    text
      .replace(/\s+/g, " ")
      .trim()
      .split(" ")
      .map((word) => escaped(word, /^["'(]*-/.test(word)))
      .join(" "),
  );
}

function literal(text: string): string {
  return guarded(escaped(text, true));
}

/** Characters that roff interprets or prints differently, and their escapes. */
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "'": "\\(aq",
  '"': "\\(dq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
};

function escaped(text: string, isCode: boolean): string {
  // A letter and its accents are one character, named by its parts.
  const characters = text.normalize("NFD").match(/\P{M}\p{M}*/gu) ?? [];
  return characters
    .map((sign) => {
      if (sign === "-") return isCode ? "\\-" : "-";
      return escapes[sign] ?? (/^[ -~]$/.test(sign) ? sign : byNumber(sign));
    })
    .join("");
}

function byNumber(sign: string): string {
  const parts = [...sign].map((part) => (part.codePointAt(0) ?? 0).toString(16).toUpperCase());
  return `\\[u${parts.map((part) => part.padStart(4, "0")).join("_")}]`;
}

/** A full stop at the start of a line would begin a roff request. */
function guarded(text: string): string {
  return text.startsWith(".") ? `\\&${text}` : text;
}
