/** Writes manual pages in the macros that every system's man understands. */
import type { Row } from "../help-layout.ts";

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

/** Names in bold, each with what it means below and to the right of it. */
export function terms(rows: readonly Row[]): string {
  return rows.map(([left, right]) => `.TP\n${usage(left.trim())}\n${prose(right)}`).join("\n");
}

/** Lines as they are, to be copied. */
export function lines(texts: readonly string[]): string {
  return ["", ".PP", ".RS 4", ".nf", ...texts.map(literal), ".fi", ".RE"].slice(1).join("\n");
}

/** A command line or a flag: words in bold, and what stands for something else in italics. */
export function usage(text: string): string {
  return text
    .split(/(<[^>]*>)/)
    .filter((part) => part !== "")
    .map((part) => `\\f${part.startsWith("<") ? "I" : "B"}${escaped(part, true)}\\fR`)
    .join("");
}

/** Text in which a dash before a word is one that can be copied. */
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

/** Signs that roff would take for its own, or print as other signs, by their names. */
const named: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "'": "\\(aq",
  '"': "\\(dq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
};

function escaped(text: string, isCode: boolean): string {
  // With the accents that belong to it, a letter is one character, named by its parts.
  const characters = text.normalize("NFD").match(/\P{M}\p{M}*/gu) ?? [];
  return characters
    .map((sign) => {
      if (sign === "-") return isCode ? "\\-" : "-";
      return named[sign] ?? (/^[ -~]$/.test(sign) ? sign : byNumber(sign));
    })
    .join("");
}

function byNumber(sign: string): string {
  const parts = [...sign].map((part) => (part.codePointAt(0) ?? 0).toString(16).toUpperCase());
  return `\\[u${parts.map((part) => part.padStart(4, "0")).join("_")}]`;
}

/** A full stop at the start of a line would begin a request. */
function guarded(text: string): string {
  return text.startsWith(".") ? `\\&${text}` : text;
}
