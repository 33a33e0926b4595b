/** How far many items are, as one line for somebody who watches. */

const cells = 24;

/** @param waiting milliseconds until the next may begin */
export function progressLine(
  { count, ended, failed }: { count: number; ended: number; failed: number },
  waiting: number,
): string {
  const full = count === 0 ? cells : Math.floor((cells * ended) / count);
  const bar = `${"█".repeat(full)}${"░".repeat(cells - full)}`;
  const faults = failed === 0 ? "" : `, ${failed} not done`;
  const pause = waiting < 1000 ? "" : `, the platform wants ${Math.ceil(waiting / 1000)} s of rest`;
  return `${bar} ${ended}/${count}${faults}${pause}`;
}
