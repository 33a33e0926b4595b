/** Explains the differences that are intended or known, with the reasons in reasons.json. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("./sides.mjs").Found} Found */
/** @typedef {Pick<Found, "location" | "what">} Difference */

/**
 * @typedef {object} Explained
 * @property {ReadonlyMap<string, readonly Found[]>} known by reason
 * @property {readonly Found[]} unexplained
 * @property {readonly string[]} outdated differences with a reason that no longer exist
 */

/**
 * @param {readonly Found[]} differences
 * @returns {Promise<Explained>}
 */
export async function explain(differences) {
  /** @type {Record<string, string[]>} */
  const reasons = JSON.parse(await readFile(join(import.meta.dirname, "reasons.json"), "utf8"));
  const reasonOf = new Map(
    Object.entries(reasons).flatMap(([reason, all]) => all.map((one) => [one, reason])),
  );
  const lines = new Set(differences.map(lineOf));
  /** @type {Map<string, Found[]>} */
  const known = new Map(Object.keys(reasons).map((reason) => [reason, []]));
  const unexplained = [];
  for (const difference of differences) {
    const reason = reasonOf.get(lineOf(difference));
    if (reason === undefined) unexplained.push(difference);
    else known.get(reason)?.push(difference);
  }
  const outdated = [...reasonOf.keys()].filter((line) => !lines.has(line));
  return { known, unexplained, outdated };
}

/**
 * Whether a reason says that something is missing, so that the answers need not have it.
 *
 * @param {string} reason
 */
export function isGap(reason) {
  return reason.startsWith("Missing: ");
}

/**
 * Whether a reason says that a description is too early to have something, so that answers may have it.
 *
 * @param {string} reason
 */
export function isLater(reason) {
  return reason === "Of the newest description, which the earlier one has not";
}

/**
 * A difference in the form of reasons.json.
 *
 * @param {Difference} difference
 */
export function lineOf({ location, what }) {
  return `${location} | ${what}`;
}
