/** In which order what was found stands, the same on every machine. */

/** Processors work out the last digits each in its own way, and what is alike would differ by them. */
export function sameEverywhere(score: number): number {
  return Number(score.toPrecision(9));
}

/** Two ids, where nothing else tells things apart. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
