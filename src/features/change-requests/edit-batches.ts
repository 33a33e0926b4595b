/** Batches of changes that fit into one edit of a change request. */
import { mostContentChanges } from "../../contract/limits.ts";

/**
 * In characters of JSON; a larger change is sent alone. The local platform accepts 100 000 values
 * per request, and a value of a document takes more than five characters.
 */
const largestEdit = 512 * 1024;

/** Keeps the order. */
export function editBatches<T>(
  all: readonly T[],
  buildChange: (one: T) => object,
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let size = 0;
  for (const one of all) {
    const { length } = JSON.stringify(buildChange(one));
    const last = batches.at(-1);
    if (last === undefined || last.length === mostContentChanges || size + length > largestEdit) {
      batches.push([one]);
      size = length;
    } else {
      last.push(one);
      size += length;
    }
  }
  return batches;
}
