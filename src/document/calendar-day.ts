/** Days of the calendar. */

const isoDay = /^\d{4}-\d{2}-\d{2}/;

/**
 * The time of a day such as `2026-01-31`, or of any other form of time that JavaScript reads.
 * @returns undefined for a day that does not exist; JavaScript reads February 30 as March 2
 */
export function parseDay(date: string): number | undefined {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return undefined;
  const [day] = isoDay.exec(date) ?? [];
  // The day alone, because a time can be of another day in UTC.
  return day === undefined || toDay(Date.parse(day)) === day ? time : undefined;
}

function toDay(time: number): string {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
