/** Counts of ended items, and the overall result: sentence, hint and exit code. */
import { AllFailedError, IncompleteError, type Unsettlement } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { quoteWord } from "../parse/quote-word.ts";
import type { BulkItem } from "./items.ts";
import type { FinalOutcome } from "./workers.ts";

export interface Tally {
  /** All items. */
  readonly count: number;
  /** Completed by this run or an earlier one. */
  readonly done: number;
  readonly unknown: number;
  readonly pending: number;
  /** A command that checks the first pending item. */
  readonly check?: string | undefined;
  /** In order of failure. */
  readonly failures: readonly (readonly [
    BulkItem,
    Extract<FinalOutcome, { readonly report: unknown }>,
  ])[];
  readonly interrupted: boolean;
  /** The reason why the remaining items were not started. */
  readonly reason: string | undefined;
}

/** The error to throw; undefined if all items are done. */
export function buildTallyError(tally: Tally, journal: string): Error | undefined {
  const { count, done, unknown, pending, failures, interrupted } = tally;
  if (done === count) return undefined;
  const message = formatSummary(tally);
  const [first, ...others] = failures;
  const isNothingDone = done + unknown + pending === 0;
  if (!interrupted && isNothingDone && first !== undefined) {
    const [, outcome] = first;
    const isSameCode = others.every(
      ([, { report }]) => report.exitCode === outcome.report.exitCode,
    );
    return isSameCode
      ? new AllFailedError(message, outcome.error)
      : new IncompleteError("failed", message);
  }
  return new IncompleteError(getUnsettlement(tally), message, buildHint(tally, journal));
}

/** Whether the journal contains information for the next run. */
export function isWorthKeeping({ count, done, unknown, pending }: Tally): boolean {
  return done < count && done + unknown + pending > 0;
}

function getUnsettlement({ count, done, pending, interrupted }: Tally): Unsettlement {
  if (interrupted) return "interrupted";
  return done + pending === count ? "pending" : "partial";
}

function formatSummary(tally: Tally): string {
  const { count, done, unknown, pending, failures, interrupted, reason } = tally;
  const left = count - done - unknown - pending - failures.length;
  const parts = [
    `${done} of ${count} items ${done === 1 ? "is" : "are"} done`,
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown, "has", "have")} an unknown outcome`] : []),
    ...(pending > 0 ? [`${formatCount(pending, "is", "are")} pending`] : []),
    ...(left > 0 ? [`${formatCount(left, "was", "were")} not started`] : []),
  ];
  const [first] = failures;
  return [
    ...(interrupted ? ["Interrupted:"] : []),
    `${parts.join(", ")}.`,
    ...(reason === undefined ? [] : [`The run stopped early: ${reason}.`]),
    ...(first === undefined ? [] : [`First failure, ${first[0].at}: ${first[1].report.message}`]),
  ].join(" ");
}

function buildHint({ count, done, unknown, pending, check }: Tally, journal: string): string {
  // The journal has been deleted in this case.
  if (done + unknown + pending === 0) return "No item is done. Run the same command again.";
  if (done + pending === count) {
    if (check === undefined) return "Check each pending item later.";
    return pending === 1
      ? `Check the pending item later: ${check}`
      : `Check each pending item later, such as the first one: ${check}`;
  }
  const again = `un the same command with --resume ${quoteWord(journal)}`;
  if (unknown === 0) return `R${again}`;
  const isAllElse = done + unknown + pending === count;
  return isAllElse
    ? `Check the unknown items and remove those that are done; then r${again} --retry-unknown`
    : `R${again}. To retry the unknown items too, check them and add --retry-unknown.`;
}
