/** Writes JSON with whole numbers of any size: a bigint as the number that it is. */

let ownMark: string | undefined;

/**
 * Marks a text as the digits of a bigint; random, so that no input can contain it. Only created when
 * it is needed, as loading what is random would slow every command.
 */
export function wholeNumberMark(): string {
  ownMark ??= `whole number ${globalThis.crypto.randomUUID()} `;
  return ownMark;
}

/** @param indent spaces for each level; all on one line if absent */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify is much faster without a function, and then refuses bigint.
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = wholeNumberMark();
  const text = JSON.stringify(
    value,
    (_name, member) => (typeof member === "bigint" ? mark + member : member),
    indent,
  );
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}
