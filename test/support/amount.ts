/** How much a test tries: a little with every `npm test`, all of it in the long run. */
import { test } from "vitest";

const full = process.env.TOME_FULL === "true";

interface Sizes {
  /** In every run: each kind of case at least. */
  readonly short: number;
  /** With `npm run test:full`. */
  readonly full: number;
}

/** The number of cases to try. */
export function amount(sizes: Sizes): number {
  return full ? sizes.full : sizes.short;
}

/** A test that takes long even with its fewest cases: only `npm run test:full` runs it. */
export const longTest: (title: string, run: () => unknown, timeout?: number) => void = full
  ? test
  : test.skip;

/** Prints what the long form of a test counted, as "500 variants, 0 echoed". */
export function report(name: string, counts: string): void {
  if (full) process.stderr.write(`${name}: ${counts}\n`);
}
