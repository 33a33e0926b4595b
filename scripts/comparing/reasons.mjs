/** Assignment of recorded reasons, from reasons.json, to differences. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("./sides.mjs").Found} Found */
/** @typedef {Pick<Found, "location" | "what">} Difference */

/**
 * @typedef {object} Explained
 * @property {ReadonlyMap<string, readonly Found[]>} known differences by reason
 * @property {readonly Found[]} unexplained differences without a reason
 * @property {readonly string[]} outdated recorded differences that no longer exist
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
  const lines = new Set(differences.map(formatReasonLine));
  /** @type {Map<string, Found[]>} */
  const known = new Map(Object.keys(reasons).map((reason) => [reason, []]));
  const unexplained = [];
  for (const difference of differences) {
    const reason = reasonOf.get(formatReasonLine(difference));
    if (reason === undefined) unexplained.push(difference);
    else known.get(reason)?.push(difference);
  }
  const outdated = [...reasonOf.keys()].filter((line) => !lines.has(line));
  return { known, unexplained, outdated };
}

/**
 * Whether a reason states that a feature is missing, so that responses may omit it.
 *
 * @param {string} reason
 */
export function isGap(reason) {
  return reason.startsWith("Missing: ");
}

/**
 * Whether a reason states that an earlier description lacks a feature, so that responses may contain it.
 *
 * @param {string} reason
 */
export function isLater(reason) {
  return reason === "Of the newest description, which the earlier one has not";
}

/**
 * A difference in the format of reasons.json.
 *
 * @param {Difference} difference
 */
export function formatReasonLine({ location, what }) {
  return `${location} | ${what}`;
}
