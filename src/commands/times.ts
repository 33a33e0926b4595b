/** Times on the command line. */
import { UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";

const day = 24 * 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { m: 60 * 1000, h: 60 * 60 * 1000, d: day };

/**
 * Converts `12h`, `yesterday` or `2026-03-01` to RFC 3339.
 * @param side start or end of a whole day
 * @param line the command, for the message; empty for a flag of all commands
 * @throws UsageError for an invalid time
 */
export function parseTime(
  flag: string,
  word: string,
  side: "begins" | "ends",
  line: string,
): string {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(word) ?? [];
  if (count !== undefined)
    return new Date(Date.now() - Number(count) * (findOwn(units, unit) ?? 0)).toISOString();
  const date = parseDate(word);
  if (date !== undefined) {
    const end = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
    return (side === "begins" ? date : new Date(end.getTime() - 1)).toISOString();
  }
  if (/^\d{4}-\d{2}-\d{2}T/.test(word) && !Number.isNaN(Date.parse(word))) return word;
  throw new UsageError(
    `--${flag} must be a time such as 12h, 7d, yesterday, 2026-03-01 or 2026-03-01T09:30:00Z, not ${JSON.stringify(word)}.`,
    ...(line === "" ? [] : [`tome ${line} --help`]),
  );
}

/** Start of a day in the time zone of this machine. */
function parseDate(word: string): Date | undefined {
  const now = new Date();
  const ago = ["today", "yesterday"].indexOf(word);
  if (ago >= 0) return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word) ?? [];
  if (year === undefined) return undefined;
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return day.getMonth() === Number(month) - 1 ? day : undefined;
}
