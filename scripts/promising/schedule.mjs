/** Which proofs run beside each other, and how long that will take by what they took last. */
import { availableParallelism } from "node:os";
import { lengthOf } from "./page.mjs";
import { alone } from "./promises.mjs";

/**
 * @typedef {object} Schedule
 * @property {readonly string[]} beside two at a time, the longest first
 * @property {readonly string[]} alone one after the other, when those are done
 */

/**
 * @param {readonly string[]} ids
 * @param {Readonly<Record<string, { seconds: number }>>} records
 * @returns {Schedule}
 */
export function scheduleOf(ids, records) {
  /** @param {string} id */
  const seconds = (id) => records[id]?.seconds ?? 0;
  const beside = ids.filter((id) => alone[id] === undefined);
  return {
    beside: beside.sort((one, other) => seconds(other) - seconds(one)),
    alone: ids.filter((id) => alone[id] !== undefined),
  };
}

/** Few machines have so many cores that more proofs would not get in each other's way. */
export const atOnce = Math.min(2, availableParallelism());

/**
 * @param {Schedule} schedule
 * @param {Readonly<Record<string, { seconds: number }>>} records
 * @param {number} [lanes]
 * @returns {string} a sentence
 */
export function estimateOf({ beside, alone }, records, lanes = atOnce) {
  /** @param {readonly string[]} ids */
  const known = (ids) => ids.flatMap((id) => records[id]?.seconds ?? []);
  const free = Array.from({ length: lanes }, () => 0);
  for (const seconds of known(beside)) {
    const next = free.indexOf(Math.min(...free));
    free[next] = (free[next] ?? 0) + seconds;
  }
  const total = Math.max(...free) + known(alone).reduce((sum, seconds) => sum + seconds, 0);
  const ids = [...beside, ...alone];
  const unknown = ids.filter((id) => records[id] === undefined);
  const count = ids.length === 1 ? "1 promise" : `${ids.length} promises`;
  if (unknown.length === ids.length) return `${count}; no record says how long that takes.`;
  const rest = unknown.length === 0 ? "" : `; not known for ${unknown.join(", ")}`;
  return `${count}, about ${lengthOf(total)} by the last records${rest}.`;
}

/**
 * @param {Schedule} schedule
 * @param {(id: string, isAlone: boolean) => Promise<void>} work
 */
export async function carryOut({ beside, alone }, work) {
  const waiting = [...beside];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await work(id, false);
    }),
  );
  for (const id of alone) await work(id, true);
}
