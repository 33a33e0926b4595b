/** Days of the calendar. */

/**
 * The time of a day such as `2026-01-31`, or of a time of that day in UTC.
 * @returns undefined for a day that does not exist; JavaScript reads February 30 as March 2
 */
export function parseDay(date: string): number | undefined {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().startsWith(date.slice(0, 10)) ? time : undefined;
}
