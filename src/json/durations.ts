/** Durations as the local platform reads them. */

/** Whether a text is a duration such as `90d` or `1.5h`. */
export function isDuration(text: string): boolean {
  return /^\d{1,12}(?:\.\d{1,3})?[mhdw]$/.test(text);
}
