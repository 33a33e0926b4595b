/** Writes JSON with whole numbers of any size. */

/** Stands before the digits of a bigint while it is a text; nobody can know it and write it himself. */
export const wholeNumberMark = `whole number ${globalThis.crypto.randomUUID()} `;
const marked = new RegExp(`"${wholeNumberMark}(-?\\d+)"`, "g");

/** @param indent spaces for each level; all on one line where absent */
export function writeJson(value: unknown, indent?: number): string {
  let hasLarge = false;
  const text = JSON.stringify(
    value,
    (_name, member) => {
      if (typeof member !== "bigint") return member;
      hasLarge = true;
      return wholeNumberMark + member;
    },
    indent,
  );
  return hasLarge ? text.replace(marked, "$1") : text;
}
