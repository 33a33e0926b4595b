/** What the last whole run of each proof found. `npm run test:full` writes it, and nobody else. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promises } from "./promises.mjs";

/**
 * @typedef {object} Found
 * @property {string | null} commit that was proved; null without a history
 * @property {boolean} isClean false if there were changes that the commit does not have
 * @property {string} date
 * @property {string} machine
 * @property {number} seconds
 * @property {boolean} passed
 * @property {string} found
 * @property {number} skipped tests that this machine could not run
 */

/** @typedef {Found & { digest: string }} Entry */

/** @param {string} root */
const fileOf = (root) => join(root, "test", "promises", "last-full-run.json");

/**
 * @param {string} root
 * @returns {Readonly<Record<string, Entry>>} by promise
 */
export function recordsOf(root) {
  return JSON.parse(readFileSync(fileOf(root), "utf8"));
}

/**
 * @param {string} root
 * @param {string} id
 * @param {Found} found
 */
export function keepRecord(root, id, found) {
  const all = { ...recordsOf(root), [id]: { ...found, digest: digestOf(id, found) } };
  const ids = Object.values(promises).flatMap((group) => Object.keys(group));
  const inOrder = ids.flatMap((one) => (all[one] ? [[one, all[one]]] : []));
  writeFileSync(fileOf(root), `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
}

/**
 * Differs if a record was changed by hand.
 *
 * @param {string} id
 * @param {Found} found
 */
export function digestOf(id, found) {
  const { commit, isClean, date, machine, seconds, passed, skipped } = found;
  const fields = [id, commit, isClean, date, machine, seconds, passed, found.found, skipped];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
