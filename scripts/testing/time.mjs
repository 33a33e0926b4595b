/** Expected duration of the tests, recorded from the last run on this machine. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const defaultDuration = "about 5 minutes on two cores";

/** @param {string} root */
const fileIn = (root) => join(root, "node_modules", ".cache", "tome-tests.json");

/**
 * The expected duration of a full run.
 * @param {string} root
 * @returns {Promise<string>} a sentence to print at the start
 */
export async function expectedTime(root) {
  const text = await readFile(fileIn(root), "utf8").catch(() => undefined);
  if (text === undefined) return `A full run takes ${defaultDuration}.`;
  const { seconds } = JSON.parse(text);
  return `The last full run on this machine took ${formatLength(seconds)}.`;
}

/**
 * @param {string} root
 * @param {number} seconds the duration of a full run
 */
export async function keepTime(root, seconds) {
  const file = fileIn(root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ seconds }));
}

/**
 * The slowest files, one line each.
 * @param {readonly { readonly name: string, readonly startTime: number, readonly endTime: number }[]} files
 * @param {number} count
 */
export function slowest(files, count) {
  return files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `  ${formatLength(seconds).padStart(8)}  ${name}`);
}

/**
 * @param {number} seconds
 * @returns {string} for example "12 s", "3 min" or "1.5 h"
 */
function formatLength(seconds) {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
