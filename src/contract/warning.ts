/** The `Warning` header (RFC 9111), which reports ignored inputs of a successful request. */

/** A warning that is not about caches, from an unnamed agent. */
const code = "299 -";

/** @param texts each becomes one warning; non-ASCII characters are escaped */
export function writeWarnings(texts: readonly string[]): string {
  return texts.map((text) => `${code} "${toAscii(text).replace(/["\\]/g, "\\$&")}"`).join(", ");
}

/** The texts of a header, without those about caches. */
export function readWarnings(header: string): string[] {
  return [...header.matchAll(/(\d{3}) \S+ "((?:[^"\\]|\\.)*)"/g)]
    .filter(([, number]) => number === "299")
    .map(([, , text = ""]) => text.replace(/\\(.)/g, "$1"));
}

function toAscii(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
