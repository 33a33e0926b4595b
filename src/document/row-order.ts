/** Order of the rows of a table block: each has a text that sorts like its number. */

/** @param number of the row, from 1 */
export function toOrderIndex(number: number): string {
  return String(number).padStart(6, "0");
}

/** The rows in their order; rows without an index come first and keep their order. */
export function sortRows<Row extends { readonly orderIndex?: unknown } | undefined>(
  rows: readonly Row[],
): Row[] {
  const getIndex = (row: Row) => String(row?.orderIndex ?? "");
  return rows.toSorted((one, other) => {
    const [left, right] = [getIndex(one), getIndex(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}
