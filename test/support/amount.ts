/** How much a promise's proof tries: a little with every `npm test`, all of it with `npm run test:full`. */
import { appendFileSync } from "node:fs";

const full = process.env.TOME_FULL === "true";

/** The number of cases to try: `short` in every run, `full` in the long one. */
export function amount(sizes: { readonly short: number; readonly full: number }): number {
  return full ? sizes.full : sizes.short;
}

/**
 * Says what a proof tried and found, as "500 variants, 0 echoed". The long run keeps it for the table
 * of promises, in the file that `TOME_PROMISES` names, a JSON object a line.
 */
export function report(promise: string, found: string): void {
  const file = process.env.TOME_PROMISES;
  if (file) appendFileSync(file, `${JSON.stringify({ promise, found })}\n`);
  else if (full) process.stderr.write(`${promise}: ${found}\n`);
}
