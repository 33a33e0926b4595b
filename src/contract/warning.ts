/** The header `Warning` (RFC 9111), by which an answer of success says what was not done. */

/** A warning that is not about caches and may be shown to people, from an agent without a name. */
const code = "299 -";

/** @param texts each becomes one warning; characters beyond ASCII are escaped, as headers have none */
export function writeWarnings(texts: readonly string[]): string {
  return texts.map((text) => `${code} "${ascii(text).replace(/["\\]/g, "\\$&")}"`).join(", ");
}

/** The texts of a header, without those about caches. */
export function readWarnings(header: string): string[] {
  return [...header.matchAll(/(\d{3}) \S+ "((?:[^"\\]|\\.)*)"/g)]
    .filter(([, number]) => number === "299")
    .map(([, , text = ""]) => text.replace(/\\(.)/g, "$1"));
}

function ascii(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
