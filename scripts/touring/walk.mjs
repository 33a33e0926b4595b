/** Types the lines of a tour into the built program, in a place of their own. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Shown
 * @property {import("../tour.mjs").Step} step
 * @property {string} line as it was typed, with ids in place of their names
 * @property {string} output of both streams, as a terminal would have it
 * @property {number | null} exitCode
 */

/**
 * Walks on to the end; whether each step ended as it should is the caller's to check.
 * @param {string} root
 * @param {readonly import("../tour.mjs").Step[]} steps
 * @returns {Generator<Shown>} one after the other, each when its command has ended
 */
export function* walk(root, steps) {
  const folder = mkdtempSync(join(tmpdir(), "tome-tour-"));
  const type = typist(root, folder);
  /** @type {Map<string, string>} */
  const kept = new Map();
  try {
    // As on a terminal, though the output passes through here.
    for (const profile of ["default", "local"]) {
      type(`tome config set format table --profile ${profile}`);
    }
    for (const step of steps) {
      const line = step.type.replace(/<(\w+)>/g, (whole, name) => kept.get(name) ?? whole);
      const { output, exitCode } = type(line);
      const id = /^ID +(\S+)$/m.exec(output)?.[1];
      if (step.keep !== undefined && id !== undefined) kept.set(step.keep, id);
      yield { step, line, output, exitCode };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} root
 * @param {string} folder for settings, data and all else that a command keeps
 */
function typist(root, folder) {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const ours = Object.entries(rest).filter(([name]) => !/^(?:TOME|GITBOOK)_/.test(name));
  const env = {
    ...Object.fromEntries(ours),
    // Where systems have no XDG folders, all of them follow from these.
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: join(folder, "settings"),
    LOCALAPPDATA: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "settings"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
    TOME_CONFIG_DIR: join(folder, "settings"),
  };
  return (/** @type {string} */ line) => {
    const [, ...args] = wordsOf(line);
    const file = join(folder, "output");
    const output = openSync(file, "w");
    const { status } = spawnSync(process.execPath, [join(root, "bin", "tome.js"), ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    return { output: readFileSync(file, "utf8"), exitCode: status };
  };
}

/**
 * @param {string} line with quotes as a shell takes them, and nothing else of a shell
 * @returns {string[]}
 */
export function wordsOf(line) {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
