/** Which git programs ran, when and for how long, as Git itself tells. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} GitRun
 * @property {string} command with its first arguments
 * @property {number} start in milliseconds since 1970
 * @property {number} duration in milliseconds, its children included
 */

/**
 * A folder for PATH whose `git` is the usual one, and writes down that it ran.
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
    /** The runs since the time `from`, in their order; without those that another git program started. */
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
 * @param {string} text JSON, an event a line
 * @returns {GitRun[]}
 */
function runIn(text) {
  const events = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const started = events.find(({ event }) => event === "start");
  const ended = events.findLast(({ event }) => event === "atexit");
  // The id of what another one started begins with the id of that one.
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
