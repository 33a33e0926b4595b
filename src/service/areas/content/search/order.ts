/** Scores by which what was found stands in one order on every machine. */

/** Processors work out the last digits each in its own way, and what is alike would differ by them. */
export function sameEverywhere(score: number): number {
  return Number(score.toPrecision(9));
}
