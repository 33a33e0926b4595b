/** Absolute times for readers, in the time zone of this machine. */

/**
 * An RFC 3339 time as `2026-12-31 18:00`, which flags for times accept; other text is returned as
 * it is.
 */
export function formatLocalTime(time: string): string {
  const moment = new Date(time);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(time) || Number.isNaN(moment.getTime())) return time;
  const pad = (value: number): string => String(value).padStart(2, "0");
  const date = [moment.getFullYear(), pad(moment.getMonth() + 1), pad(moment.getDate())];
  return `${date.join("-")} ${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** The same with the time zone, for sentences: `2026-12-31 18:00 UTC`. */
export function formatZonedTime(time: string): string {
  const local = formatLocalTime(time);
  if (local === time) return time;
  const zone = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" })
    .formatToParts(new Date(time))
    .find(({ type }) => type === "timeZoneName")?.value;
  return zone === undefined ? local : `${local} ${zone}`;
}
