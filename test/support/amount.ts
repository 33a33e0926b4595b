/** How much a test tries: a little with every `npm test`, all of it in the long run. */
import { appendFileSync } from "node:fs";
import { test } from "vitest";

const full = process.env.TOME_FULL === "true";
const more = process.env.TOME_MORE === "true";

interface Sizes {
  /** In every run: each kind of case at least. */
  readonly short: number;
  /** With TOME_MORE, as when a guard is taken out to see that its proof notices; `short` if absent. */
  readonly more?: number;
  /** With `npm run test:full`. */
  readonly full: number;
}

/** The number of cases to try. */
export function amount(sizes: Sizes): number {
  if (full) return sizes.full;
  return more ? (sizes.more ?? sizes.short) : sizes.short;
}

/** A test that takes long even with its least cases: the long run has it, `npm test` has not. */
export const longTest: (title: string, run: () => unknown, timeout?: number) => void =
  amount({ short: 0, more: 1, full: 1 }) === 1 ? test : () => undefined;

/**
 * Says what a proof tried and found, as "500 variants, 0 echoed". The long run keeps it for the table
 * of promises, in the file that `TOME_PROMISES` names, a JSON object a line.
 */
export function report(promise: string, found: string): void {
  const file = process.env.TOME_PROMISES;
  if (file) appendFileSync(file, `${JSON.stringify({ promise, found })}\n`);
  else if (full) process.stderr.write(`${promise}: ${found}\n`);
}
