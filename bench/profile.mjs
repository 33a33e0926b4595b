/**
 * Explains the run time of commands: `node bench/profile.mjs [runs] [words of a name]`, after a build on
 * an idle machine. Prints the time in each part of the process, next to an empty Node process, and the
 * slowest functions of tome. The names of the commands are those of `bench/startup.mjs`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareCommands } from "./measuring/commands.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { runProcess } from "./measuring/processes.mjs";
import { printTable } from "./measuring/table.mjs";

const runs = Number(process.argv[2] ?? 20);
const words = process.argv.slice(3).join(" ");
/** In microseconds. */
const interval = 100;
/** In milliseconds; shorter functions are not listed. */
const least = 0.3;

/** @typedef {{ functionName: string, url: string, lineNumber: number, columnNumber: number }} Frame */
/** @typedef {{ time: number, parts: Map<string, number>, functions: Map<string, number> }} Distribution milliseconds per run */

const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const server = await startCompanion([join(import.meta.dirname, "measuring/bare-server.mjs")]);
try {
  const commands = prepareCommands(folder, JSON.parse(server.first));
  const bare = profile({ name: "node -e 0", args: ["-e", "0"] });
  for (const command of commands.filter(({ name }) => name.includes(words))) {
    printDistribution(command.name, profile(command), bare);
  }
} finally {
  await server.end();
  rmSync(folder, { recursive: true });
}

/**
 * @param {import("./measuring/processes.mjs").Run} command
 * @returns {Distribution}
 */
function profile(command) {
  const profiles = mkdtempSync(join(folder, "profiles-"));
  const options = ["--cpu-prof", `--cpu-prof-interval=${interval}`, `--cpu-prof-dir=${profiles}`];
  let time = 0;
  for (let run = -1; run < runs; run++) {
    command.before?.();
    const start = performance.now();
    const { status, stderr } = runProcess(command, options);
    if (status !== 0) throw new Error(`${command.name} exited with ${status}: ${stderr}`);
    // The first run fills the caches.
    if (run >= 0) time += performance.now() - start;
    else for (const file of readdirSync(profiles)) rmSync(join(profiles, file));
  }
  const parts = new Map();
  const functions = new Map();
  for (const file of readdirSync(profiles)) {
    for (const [frame, milliseconds] of readProfile(join(profiles, file))) {
      add(parts, findPart(frame), milliseconds / runs);
      if (frame.url.includes("/dist/")) add(functions, describeFrame(frame), milliseconds / runs);
    }
  }
  return { time: time / runs, parts, functions };
}

/**
 * @param {string} file
 * @returns {[Frame, number][]} each function of the profile and its own time in milliseconds
 */
function readProfile(file) {
  /** @type {{ nodes: { id: number, callFrame: Frame }[], samples: number[], timeDeltas: number[] }} */
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8"));
  const times = new Map();
  // A sample lasts until the next one.
  for (const [index, id] of samples.entries()) add(times, id, (timeDeltas[index + 1] ?? 0) / 1000);
  return nodes.map(({ id, callFrame }) => [callFrame, times.get(id) ?? 0]);
}

/** @param {Frame} frame */
function findPart({ functionName, url }) {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(idle)") return "waiting for the server and the disk";
  if (url === "") return "native functions";
  if (url === "node:vm" && functionName === "Script") return "compiled code from the cache";
  if (/^node:(?:_?https?|_http)|^node:(?:net|dns|_tls|tls)|internal\/(?:net|dns|tls)/.test(url)) {
    return "Node: HTTP and TLS";
  }
  if (/crypto/.test(url)) return "Node: cryptography, for the cache and TLS";
  if (/bootstrap\/realm|modules\//.test(url)) return "Node: loading its modules and the launcher";
  if (url.startsWith("node:")) return "Node: other modules";
  if (url.includes("/bin/")) return "launcher";
  const [chunk = ""] = url.split("/").slice(-1);
  return `dist/${chunk.replace(/-[\w-]{8}\.js$/, "")}`;
}

/** @param {Frame} frame */
function describeFrame({ functionName, url, lineNumber, columnNumber }) {
  const [chunk = ""] = url.split("/").slice(-1);
  return `${functionName || "(module or anonymous)"} in ${chunk}:${lineNumber + 1}:${columnNumber + 1}`;
}

/**
 * @param {string} name
 * @param {Distribution} command
 * @param {Distribution} bare
 */
function printDistribution(name, command, bare) {
  const profiled = addUp(command.parts);
  const started = addUp(bare.parts);
  const rows = [...command.parts]
    .map(([part, time]) => ({ part, time, without: bare.parts.get(part) ?? 0 }))
    .filter(({ time, without }) => time - without >= least)
    .sort((a, b) => b.time - b.without - (a.time - a.without));
  const listed = rows.reduce((sum, { time, without }) => sum + time - without, 0);
  const rest = profiled - started - listed;
  printTable(
    `${name}: ${command.time.toFixed(1)} ms with the profiler, node -e 0 ${bare.time.toFixed(1)} ms, means of ${runs} runs`,
    ["part", "time", "more than node -e 0"],
    [
      ...rows.map(({ part, time, without }) => [part, format(time), format(time - without)]),
      ["everything else", "", format(rest)],
      ["before and after the profile", "", format(command.time - profiled - (bare.time - started))],
    ],
  );
  const slowest = [...command.functions]
    .filter(([, time]) => time >= least)
    .sort(([, a], [, b]) => b - a);
  printTable(
    `Functions of tome above ${format(least)}`,
    ["function", "time"],
    slowest.map(([frame, time]) => [frame, format(time)]),
  );
}

/** @param {number} time */
function format(time) {
  return `${time.toFixed(1)} ms`;
}

/** @param {ReadonlyMap<string, number>} times */
function addUp(times) {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}

/**
 * @template K
 * @param {Map<K, number>} times
 * @param {K} key
 * @param {number} more
 */
function add(times, key, more) {
  times.set(key, (times.get(key) ?? 0) + more);
}
