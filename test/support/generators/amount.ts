/**
 * Sizes of tests: `npm test` tries samples of long tables and skips slow tests, a run of named files
 * and `.ci/run` try each case of them, and `npm run test:full` also tries many more generated cases.
 */
import { type TestContext, test } from "vitest";
import { randomFrom } from "./random.ts";

const full = process.env.TOME_FULL === "true";
const all = full || process.env.TOME_TESTS === "all";

declare module "vitest" {
  interface TaskMeta {
    /** Skipped because it is slow, and not because this system cannot run it. */
    isSlow?: boolean;
  }
}

interface Sizes {
  /** Number of cases in `npm test`, at least one of each kind. */
  readonly short: number;
  /** Number of cases in `.ci/run`; `short` if absent. */
  readonly all?: number;
  /** Number of cases in `npm run test:full`. */
  readonly full: number;
}

/** The number of generated cases to try. */
export function amount(sizes: Sizes): number {
  if (full) return sizes.full;
  return all ? (sizes.all ?? sizes.short) : sizes.short;
}

/**
 * All rows of a table in `.ci/run`; in `npm test`, a random choice that is spread over the table.
 * @param most the maximum number of rows in `npm test`
 */
export function sample<T>(table: readonly T[], most: number): readonly T[] {
  if (all || table.length <= most) return table;
  const step = table.length / most;
  const start = randomFrom().next() * step;
  const chosen = new Set(Array.from({ length: most }, (_, row) => Math.floor(start + row * step)));
  return table.filter((_, row) => chosen.has(row));
}

type RunTest = (context: TestContext) => unknown;

function skipSlow(title: string): void {
  test(title, { skip: true, meta: { isSlow: true } }, () => {});
}

/** A test that takes more than about 50 ms even with few cases: `npm test` skips it, `.ci/run` does not. */
export function slowTest(title: string, run: RunTest, timeout?: number): void {
  if (all) test(title, run, timeout);
  else skipSlow(title);
}

/** Tables of tests that take long, although each test is fast. */
export const slowTests: Pick<typeof test, "each"> = all
  ? test
  : { each: () => (title: unknown) => skipSlow(String(title)) };

/** @param isMissing whether this system cannot run the test */
slowTest.skipIf = (isMissing: boolean): typeof test.skip | typeof slowTest =>
  isMissing ? test.skip : slowTest;

/** A test that takes so long that only `npm run test:full` runs it. */
export const longTest: (title: string, run: RunTest, timeout?: number) => void = full
  ? test
  : test.skip;

/** Prints the counts of the long form of a test, for example "500 variants, 0 echoed". */
export function report(name: string, counts: string): void {
  if (full) process.stderr.write(`${name}: ${counts}\n`);
}
