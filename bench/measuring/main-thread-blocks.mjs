/**
 * Records the work of a platform's main thread between two turns of its event loop, as CPU time, because
 * wall-clock time depends on other programs. Loaded with `node --import`; appends a line with the
 * milliseconds of each block to the file TOME_BLOCKS. Reads the clock of the thread from Linux.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** In milliseconds; shorter blocks are not recorded. */
const shortest = 10;
/** The interval between two readings of the clock, in milliseconds. */
const pause = 2;
const file = process.env.TOME_BLOCKS;
const { pid } = process;

function readClock() {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

if (file !== undefined && isMainThread) {
  let last = readClock();
  const look = () => {
    const worked = readClock() - last;
    if (worked >= shortest) appendFileSync(file, `${worked}\n`);
    last = readClock();
    setTimeout(look, pause).unref();
  };
  setTimeout(look, pause).unref();
}
