/** Writes JSON with whole numbers of any size: a bigint as the number that it is. */

/** Marks a text as the digits of a bigint; random, so that no input can contain it. */
export const wholeNumberMark = `whole number ${globalThis.crypto.randomUUID()} `;
const marked = new RegExp(`"${wholeNumberMark}(-?\\d+)"`, "g");

/** @param indent spaces for each level; all on one line if absent */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify is much faster without a function, and then refuses bigint.
    if (!(error instanceof TypeError)) throw error;
  }
  const text = JSON.stringify(
    value,
    (_name, member) => (typeof member === "bigint" ? wholeNumberMark + member : member),
    indent,
  );
  return text.replace(marked, "$1");
}
