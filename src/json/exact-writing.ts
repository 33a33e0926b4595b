/** JSON with integers of any size: a bigint is written as a number. */

let ownMark: string | undefined;

/**
 * Marks a string as the digits of a bigint; random, so that no input can contain it. Created on
 * first use, because loading the random generator would slow every command.
 */
export function createWholeNumberMark(): string {
  ownMark ??= `whole number ${globalThis.crypto.randomUUID()} `;
  return ownMark;
}

/** @param indent spaces for each level; all on one line if absent */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify is much faster without a function, and then rejects bigint.
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = createWholeNumberMark();
  const text = JSON.stringify(
    value,
    (_name, member) => (typeof member === "bigint" ? mark + member : member),
    indent,
  );
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}
