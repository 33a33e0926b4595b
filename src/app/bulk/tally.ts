/** Counts how many items ended, and makes of it the result of the whole: sentence, hint and exit code. */
import { AllFailed, Unsettled, type Unsettlement } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { quoteWord } from "../parse/suggestion.ts";
import type { Item } from "./items.ts";
import type { FinalOutcome } from "./workers.ts";

export interface Tally {
  /** All items. */
  readonly count: number;
  /** Done by this run or an earlier one. */
  readonly done: number;
  readonly unknown: number;
  readonly pending: number;
  /** In the order in which they failed. */
  readonly failures: readonly (readonly [
    Item,
    Extract<FinalOutcome, { readonly report: unknown }>,
  ])[];
  readonly interrupted: boolean;
  /** Why the rest was not started. */
  readonly reason: string | undefined;
}

/** What to throw; undefined if all items are done. */
export function buildTallyError(tally: Tally, journal: string): Error | undefined {
  const { count, done, unknown, pending, failures, interrupted } = tally;
  if (done === count) return undefined;
  const message = sentence(tally);
  const [first, ...others] = failures;
  const isNothingDone = done + unknown + pending === 0;
  if (!interrupted && isNothingDone && first !== undefined) {
    const [, outcome] = first;
    const isSameCode = others.every(
      ([, { report }]) => report.exitCode === outcome.report.exitCode,
    );
    return isSameCode ? new AllFailed(message, outcome.error) : new Unsettled("failed", message);
  }
  return new Unsettled(how(tally), message, hintFor(tally, journal));
}

/** Whether the journal has what a next run needs. */
export function isWorthKeeping({ count, done, unknown, pending }: Tally): boolean {
  return done < count && done + unknown + pending > 0;
}

function how({ count, done, pending, interrupted }: Tally): Unsettlement {
  if (interrupted) return "interrupted";
  return done + pending === count ? "pending" : "partial";
}

function sentence(tally: Tally): string {
  const { count, done, unknown, pending, failures, interrupted, reason } = tally;
  const left = count - done - unknown - pending - failures.length;
  const parts = [
    `${done} of ${count} items ${done === 1 ? "is" : "are"} done`,
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(unknown > 0 ? [`${unknown} may or may not be done`] : []),
    ...(pending > 0 ? [`${counted(pending, "is", "are")} accepted and not done yet`] : []),
    ...(left > 0 ? [`${counted(left, "was", "were")} not begun`] : []),
  ];
  const [first] = failures;
  return [
    ...(interrupted ? ["Interrupted:"] : []),
    `${parts.join(", ")}.`,
    ...(reason === undefined ? [] : [`It ended early, as ${reason}.`]),
    ...(first === undefined
      ? []
      : [`The first failure, ${first[0].at}: ${first[1].report.message}`]),
  ].join(" ");
}

function hintFor({ count, done, unknown, pending }: Tally, journal: string): string {
  // The journal is deleted then.
  if (done + unknown + pending === 0) return "Run the same command again; nothing was done.";
  if (done + pending === count) return "Look at each of them later, as the hint of its line says.";
  const again = `un the same command again with --resume ${quoteWord(journal)}`;
  if (unknown === 0) return `R${again}`;
  const isAllElse = done + unknown + pending === count;
  return isAllElse
    ? `Look what became of the unknown ones, and take out those that are done; then r${again} --retry-unknown`
    : `R${again}; --retry-unknown also repeats the unknown ones, once you have looked.`;
}
