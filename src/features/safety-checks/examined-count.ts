/** Report of the number of examined and skipped items of a run. */
import { formatCount } from "../../json/pluralize.ts";

/** A count with its noun, and the plural if it is not formed with "s". */
export type ExaminedCount = readonly [count: number, noun: string, plural?: string];

/**
 * @param examined counts of items that were read and compared
 * @param skipped counts of items that were not compared, with the reason: "member that is not in the files"
 */
export function formatExamined(
  examined: readonly ExaminedCount[],
  skipped: readonly ExaminedCount[] = [],
): string {
  const list = (counts: readonly ExaminedCount[]) =>
    joinWords(counts.map(([count, noun, plural]) => formatCount(count, noun, plural)));
  const rest = skipped.filter(([count]) => count > 0);
  const suffix = rest.length === 0 ? "" : `, skipped ${list(rest)}`;
  return `Examined ${list(examined)}${suffix}.`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
