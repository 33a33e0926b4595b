/** Times on the command line. */
import { UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: minute,
  h: 60 * minute,
  d: day,
  w: 7 * day,
};

/**
 * The meaning of a time: a duration counts back from now, or forward for `future`; a date without
 * a time is the start of the day, or its end for `until`.
 */
export type TimeMeaning = "since" | "until" | "future";

/** Examples that are accepted, for help and errors. */
export const timeExamples: Readonly<Record<TimeMeaning, string>> = {
  since: "12h, yesterday, 2026-03-01 or '2026-03-01 09:30'",
  until: "12h, yesterday, 2026-03-01 or '2026-03-01 09:30'",
  future: "12h, 30d, 'tomorrow 08:00', 2026-12-31 or '2026-12-31 18:00'",
};

/**
 * Converts `12h`, `yesterday`, `2026-03-01`, `tomorrow 08:00` or `2026-03-01T09:30` to RFC 3339.
 * Dates and times without a zone are in the time zone of this machine.
 * @param label the flag or argument, for the message: `--since`
 * @throws UsageError for an invalid time
 */
export function parseTime(label: string, word: string, meaning: TimeMeaning): string {
  // The exact text is kept: the API accepts it.
  if (isExact(word)) return word;
  const time = parseDuration(word, meaning) ?? parseMoment(word, meaning);
  if (time !== undefined && Math.abs(time.getTime()) < latest) return time.toISOString();
  const examples = timeExamples[meaning];
  throw new UsageError(
    `${label} must be a time such as ${examples}, or 2026-03-01T09:30:00Z, not ${JSON.stringify(word)}.`,
  );
}

/** End of the year 9999, the last that RFC 3339 can write. */
const latest = Date.UTC(10_000, 0, 1);

/** A time with seconds and a zone, as in RFC 3339. */
function isExact(word: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/.test(word) &&
    !Number.isNaN(Date.parse(word))
  );
}

function parseDuration(word: string, meaning: TimeMeaning): Date | undefined {
  const [, count, unit = ""] = /^(\d{1,5})([smhdw])$/.exec(word) ?? [];
  if (count === undefined) return undefined;
  const length = Number(count) * (findOwn(units, unit) ?? 0);
  return new Date(meaning === "future" ? Date.now() + length : Date.now() - length);
}

/** A date or a word for one, then optionally a time and a zone. */
function parseMoment(word: string, meaning: TimeMeaning): Date | undefined {
  const now = new Date();
  if (word === "now") return now;
  const [, first = "", time, zone] =
    /^(\d{4}-\d{2}-\d{2}|[a-z]{5,9})(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
      word,
    ) ?? [];
  const date = parseDate(first, now);
  if (date === undefined) return undefined;
  if (time === undefined) return meaning === "until" ? new Date(startAfter(date) - 1) : date;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  if (hours > 23 || minutes > 59 || seconds >= 60) return undefined;
  if (zone !== undefined) return parseZoned(`${first}T${time}${zone}`);
  date.setHours(hours, minutes, Math.trunc(seconds), Math.trunc((seconds % 1) * 1000));
  return date;
}

/** A time with a zone but without seconds; a word for a day has no zone. */
function parseZoned(word: string): Date | undefined {
  const time = new Date(word);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The start of the next day, in milliseconds. A day is not always 24 hours long. */
function startAfter(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/** Days from today. */
const namedDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Start of a day in the time zone of this machine. */
function parseDate(word: string, now: Date): Date | undefined {
  const days = findOwn(namedDays, word);
  if (days !== undefined) {
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  }
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  return start.getMonth() === Number(month) - 1 ? start : undefined;
}
