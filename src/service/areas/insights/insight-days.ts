/** Days in UTC, by which insights are counted. */
import type { InsightRange } from "../../../contract/site-insights-values.ts";

/** In milliseconds. */
export const dayLength = 24 * 60 * 60 * 1000;

/** The most recent result, because each view of a page needs it. Process-wide: it depends on its key. */
let recent = { number: Number.NaN, day: "" };

/** The day of a time, such as 2026-03-02. */
export function toDay(time: Date): string {
  const number = Math.floor(time.getTime() / dayLength);
  if (number !== recent.number) recent = { number, day: time.toISOString().slice(0, 10) };
  return recent.day;
}

export function addDays(day: string, days: number): string {
  return toDay(new Date(Date.parse(day) + days * dayLength));
}

export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** The number of days before the current one. */
const daysBefore: Readonly<Record<InsightRange, number>> = {
  last24Hours: 1,
  last7Days: 6,
  last30Days: 29,
  last3Months: 91,
  lastYear: 365,
};

/** The days of a range by name; the current one is the last. */
export function resolveRange(range: InsightRange, now: Date): DayRange {
  const last = toDay(now);
  return { first: addDays(last, -daysBefore[range]), last };
}

/** From 1 (Monday) to 7 (Sunday). */
export function getDayOfWeek(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** The first day of the interval that contains the day. */
export function getIntervalStart(day: string, interval: "day" | "week" | "month"): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  return interval === "week" ? addDays(day, 1 - getDayOfWeek(day)) : day;
}
