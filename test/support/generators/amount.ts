/** Number of test cases: few in `npm test`, all in `npm run test:full`. */
import { test } from "vitest";

const full = process.env.TOME_FULL === "true";

interface Sizes {
  /** Number of cases in every run, at least one of each kind. */
  readonly short: number;
  /** Number of cases in `npm run test:full`. */
  readonly full: number;
}

/** The number of cases to try. */
export function amount(sizes: Sizes): number {
  return full ? sizes.full : sizes.short;
}

/** A test that takes long even with few cases, so that only `npm run test:full` runs it. */
export const longTest: (title: string, run: () => unknown, timeout?: number) => void = full
  ? test
  : test.skip;

/** Prints the counts of the long form of a test, for example "500 variants, 0 echoed". */
export function report(name: string, counts: string): void {
  if (full) process.stderr.write(`${name}: ${counts}\n`);
}
