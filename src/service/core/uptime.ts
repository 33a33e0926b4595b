/** How long this process has been running, which no change of the clock moves. */

/** Milliseconds. `performance` would cost every start the loading of all that measures with it. */
export function uptime(): number {
  return process.uptime() * 1000;
}
