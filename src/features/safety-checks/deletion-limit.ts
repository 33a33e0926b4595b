/** Limit of deletions in one run, shared by all commands that remove many resources. */
import { UsageError } from "../../errors.ts";

export interface DeletionLimit {
  readonly flag: string;
  readonly isPercentage: boolean;
  /** @returns the permitted number of deletions */
  readonly compute: (total: number) => number;
}

/** Deletions of one kind of resource, or of one list. */
export interface DeletionCount {
  /** Plural noun: "managed spaces". */
  readonly what: string;
  /** "would be deleted". */
  readonly effect: string;
  readonly deleted: number;
  readonly total: number;
  /** Whether nothing of the kind would be left, apart from resources that are never deleted. */
  readonly isAll: boolean;
}

/**
 * @param flag the flag with the limit
 * @param text its value: a number, or a percentage of the total
 * @throws UsageError for another value
 */
export function parseDeletionLimit(flag: string, text: string): DeletionLimit {
  const [, number, percent] = /^(\d{1,7})(%?)$/.exec(text.trim()) ?? [];
  const isPercentage = percent === "%";
  if (number === undefined || (isPercentage && Number(number) > 100)) {
    throw new UsageError(
      `${flag} must be a number or a percentage such as 10%, not ${JSON.stringify(text)}.`,
    );
  }
  const compute = (total: number) =>
    isPercentage ? Math.floor((total * Number(number)) / 100) : Number(number);
  return { flag, isPercentage, compute };
}

/**
 * @param minimumTotal a percentage does not limit smaller totals, unless all would be deleted
 * @param source clause about the input: "the files are complete"
 * @throws UsageError if the deletions exceed the limit
 */
export function refuseDeletions(
  { flag, isPercentage, compute }: DeletionLimit,
  { what, effect, deleted, total, isAll }: DeletionCount,
  { minimumTotal, source, hint }: { minimumTotal: number; source: string; hint?: string },
): void {
  if (isPercentage && total < minimumTotal && !isAll) return;
  const permitted = compute(total);
  if (deleted <= permitted) return;
  throw new UsageError(
    `${deleted} of ${total} ${what} ${effect}, but ${flag} permits ${permitted}. No changes were made. If ${source}, use ${flag} ${deleted}.`,
    hint,
  );
}
