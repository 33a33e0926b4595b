/** Measures the run time of processes, alternating with an empty Node process, because only their ratio is comparable between machines. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {readonly string[]} args arguments of node or of the program
 * @property {string} [program] a program other than node
 * @property {Record<string, string | undefined>} [env] the environment; by default, that of this process
 * @property {() => void} [before] restores the initial state before each run; not timed
 */

/** The baseline: an empty Node process. */
const bare = { name: "node -e 0", args: ["-e", "0"] };

/** This variable makes the start of Node 20 almost three times slower, which distorts the ratios. */
const slowing = { NODE_EXTRA_CA_CERTS: undefined };

/**
 * @param {readonly Run[]} runs
 * @param {number} rounds
 * @param {string} [node] another version of Node
 * @returns {{ name: string, milliseconds: number, ratio: number }[]} the bare Node first; medians
 */
export function timeInTurns(runs, rounds, node) {
  const all = [bare, ...runs];
  const times = all.map(() => /** @type {number[]} */ ([]));
  for (let round = -1; round < rounds; round++) {
    for (const [index, run] of all.entries()) {
      const time = getTime(run, node);
      // The first round warms the caches of the operating system.
      if (round >= 0) times[index]?.push(time);
    }
  }
  const medians = times.map(median);
  return all.map(({ name }, index) => {
    const milliseconds = medians[index] ?? Number.NaN;
    return { name, milliseconds, ratio: milliseconds / (medians[0] ?? Number.NaN) };
  });
}

/**
 * @param {Run} run
 * @param {string} [node]
 * @returns {number} milliseconds
 */
function getTime(run, node) {
  run.before?.();
  const start = process.hrtime.bigint();
  const { status, stderr } = runProcess(run, [], node);
  const time = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${run.name} exited with ${status}: ${stderr}`);
  return time;
}

/**
 * @param {Run} run
 * @param {string} [node]
 * @returns {number} the peak memory of the process, in MiB
 */
export function peakMemory(run, node) {
  run.before?.();
  const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
  const file = join(folder, "peak");
  const hook = join(import.meta.dirname, "peak-memory.cjs");
  try {
    const env = { ...(run.env ?? process.env), TOME_BENCH_PEAK: file };
    runProcess({ ...run, env }, ["--require", hook], node);
    return Number(readFileSync(file, "utf8")) / 1024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {Run} run
 * @param {string[]} options options of node
 * @param {string} [node]
 */
export function runProcess({ args, program, env = process.env }, options, node = process.execPath) {
  return spawnSync(program ?? node, [...options, ...args], {
    env: { ...env, ...slowing },
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
  });
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
