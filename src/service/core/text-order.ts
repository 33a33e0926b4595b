/** The order of texts that is the same on every machine, whatever its language. */

/** For sorting; by code units, which for ids and ranks, being ASCII, is also the order of their bytes. */
export function inTextOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
