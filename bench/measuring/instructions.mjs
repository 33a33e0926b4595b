/**
 * Counts the processor instructions of processes with Valgrind. Unlike times, the counts hardly depend
 * on other programs.
 */
import { spawnSync } from "node:child_process";

/** Threads, optimization at changing moments and random hashes would change the count of each run. */
const options = ["--single-threaded", "--no-opt", "--hash-seed=1", "--random-seed=1"];

/** @returns {string | undefined} the reason why this machine cannot count; undefined if it can */
export function findObstacle() {
  if (process.platform !== "linux") return "Valgrind requires Linux";
  const { error, status } = spawnSync("valgrind", ["--version"], { stdio: "ignore" });
  return error || status !== 0 ? "valgrind is not installed" : undefined;
}

/**
 * @param {readonly string[]} args arguments of node
 * @param {Record<string, string | undefined>} env
 * @returns {number} instructions of the process
 */
export function countInstructions(args, env) {
  const counter = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
  const text = run("valgrind", [...counter, process.execPath, ...options, ...args], env);
  const [, count] = /Collected\s*:\s*(\d+)/.exec(text) ?? [];
  if (count === undefined) throw new Error(`valgrind did not print a count:\n${text}`);
  return Number(count);
}

/**
 * Runs a command without counting, so that the next run finds its caches.
 * @param {readonly string[]} args arguments of node
 * @param {Record<string, string | undefined>} env
 */
export function runOnce(args, env) {
  run(process.execPath, [...options, ...args], env);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {string} standard error
 */
function run(program, args, env) {
  const { status, stderr, error } = spawnSync(program, args, {
    env,
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${args.join(" ")} exited with ${status}:\n${stderr}`);
  return stderr;
}
