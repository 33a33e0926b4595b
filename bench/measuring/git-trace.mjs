/** Times of git processes, from Git's trace2 output. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} GitRun
 * @property {string} command the command with its first arguments
 * @property {number} start milliseconds since 1970
 * @property {number} duration milliseconds, including child processes
 */

/**
 * Creates a folder for PATH with a wrapper of `git` that records each run.
 * @param {string} folder
 */
export function tracedGit(folder) {
  const [programs, events] = [join(folder, "traced"), join(folder, "events")];
  for (const one of [programs, events]) mkdirSync(one, { recursive: true });
  const git = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const program = join(programs, "git");
  writeFileSync(program, `#!/bin/sh\nGIT_TRACE2_EVENT='${events}' exec '${git}' "$@"\n`);
  chmodSync(program, 0o755);
  return {
    path: `${programs}:${process.env.PATH}`,
    /** The runs since the time `from`, in order, without child processes of other git programs. */
    runsSince(/** @type {number} */ from) {
      return readdirSync(events)
        .filter((name) => !name.includes("/"))
        .flatMap((name) => runIn(readFileSync(join(events, name), "utf8")))
        .filter(({ start }) => start >= from)
        .sort((one, other) => one.start - other.start);
    },
  };
}

/**
 * @param {string} text JSON lines, one event per line
 * @returns {GitRun[]}
 */
function runIn(text) {
  const events = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const started = events.find(({ event }) => event === "start");
  const ended = events.findLast(({ event }) => event === "atexit");
  // The id of a child process begins with the id of its parent.
  if (!started || String(started.sid).includes("/")) return [];
  const words = started.argv
    .slice(1)
    .filter((/** @type {string} */ word) => !word.startsWith("-c"));
  return [
    {
      command: words
        .filter((/** @type {string} */ word) => !word.includes("="))
        .slice(0, 3)
        .join(" "),
      start: Date.parse(started.time),
      duration: (ended?.t_abs ?? 0) * 1000,
    },
  ];
}
