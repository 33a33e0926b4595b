/**
 * Records the work of a platform's main thread between two turns of its event loop: load it with
 * `node --import`. The CPU time of the thread counts, because wall-clock time depends on other programs.
 * Appends one line to the file TOME_BLOCKS for each block, in milliseconds.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Shorter blocks are not recorded. In milliseconds. */
const shortest = 10;
const pause = 2;
const file = process.env.TOME_BLOCKS;
const { pid } = process;

/** @returns {number} the CPU time of the main thread in milliseconds */
function readComputed() {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

if (file !== undefined && isMainThread) {
  let computed = readComputed();
  let begun = process.hrtime.bigint();
  const look = () => {
    const now = readComputed();
    const end = process.hrtime.bigint();
    if (now - computed >= shortest) {
      appendFileSync(
        file,
        `${JSON.stringify({ ms: now - computed, from: Number(begun / 1000n), to: Number(end / 1000n) })}\n`,
      );
    }
    computed = readComputed();
    begun = process.hrtime.bigint();
    setTimeout(look, pause).unref();
  };
  setTimeout(look, pause).unref();
  await profile(file);
}

/** Writes a CPU profile for each signal SIGUSR2 if TOME_BLOCKS_PROFILE is set. @param {string} base */
async function profile(base) {
  if (process.env.TOME_BLOCKS_PROFILE === undefined) return;
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
  let number = 0;
  process.on("SIGUSR2", async () => {
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(`${base}.${number++}.cpuprofile`, JSON.stringify(profile));
    await session.post("Profiler.start");
    appendFileSync(base, `{"profiled":${number}}\n`);
  });
}
