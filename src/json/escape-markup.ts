/** Escaping of text in markup: HTML and XML. */
import { findOwn } from "./own-members.ts";

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Characters with a meaning in markup, and those that no document may contain, even as references:
 * XML 1.0, production 2, which forbids control characters, lone surrogates, U+FFFE and U+FFFF. The
 * control characters after DEL are omitted too, because HTML forbids them.
 */
const special = /[&<>"']|[^\t\n\r\x20-\x7e\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for content and for attributes in quotes; forbidden characters are removed. */
export function escapeMarkup(text: string): string {
  return text.replace(special, (character) => findOwn(references, character) ?? "");
}
