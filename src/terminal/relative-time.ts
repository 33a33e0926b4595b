/** Says how long ago a moment was, as a person would. */

/** Seconds in each unit, the largest first. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

let format: Intl.RelativeTimeFormat | undefined;

/**
 * "3 hours ago", "in 2 days", "just now"; a text that is no RFC 3339 time comes back as it is.
 * @param now milliseconds since 1970
 */
export function relativeTime(time: string, now: number): string {
  const moment = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(moment)) return time;
  const seconds = Math.round((moment - now) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (unit === undefined) return "just now";
  format ??= new Intl.RelativeTimeFormat("en");
  return format.format(Math.trunc(seconds / unit[1]), unit[0]);
}
