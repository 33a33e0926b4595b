/**
 * Meaning of an empty value in files that replace lists. A key without a value may be a list whose entries
 * are commented out, so only an explicit empty list removes all entries.
 */

import { formatCount } from "../../json/pluralize.ts";

export interface EmptyValue {
  /** `people.yaml, line 3`. */
  readonly location: string;
  /** The key without a value: `teams.docs.members`. */
  readonly key: string;
  /** The number of entries that would be removed. */
  readonly count: number;
  /** An explicit empty value. */
  readonly explicit: "[]" | "{}";
}

/** @returns the sentence that refuses an empty value; undefined if nothing would be removed */
export function findEmptyValueError({
  location,
  key,
  count,
  explicit,
}: EmptyValue): string | undefined {
  if (count === 0) return undefined;
  const entries = formatCount(count, "entry", "entries");
  return `${location}: ${key} has no entries, but had ${entries} before. To remove all entries, write ${explicit}.`;
}
