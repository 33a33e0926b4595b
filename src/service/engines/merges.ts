/**
 * Merges of texts. The time of a merge can grow with the square of the text, so that only short
 * texts are merged in the main thread, and only within a time limit.
 */
import { createHash } from "node:crypto";
import type { TextMergeInput, TextMergeResult } from "../../document/merge/merge-text.ts";
import { OutdatedMergeError } from "./outdated-merge.ts";
import { isInTransaction, type RequestContextKey } from "./threads/caller.ts";
import { hardLimit, tryWithin } from "./threads/time-limit.ts";
import { takeTurn } from "./threads/turns.ts";
import { type PooledTask, PooledTaskError, runInPool } from "./threads/worker-pool.ts";

/** The length of the three versions as JSON, in characters. */
const longestHere = 64 * 1024;
/** In milliseconds. A request can have many texts, so that each has less than `hardLimit`. */
const limitHere = 40;

const merge: PooledTask<TextMergeInput<string>, TextMergeResult> = {
  // In the bundled program, the worker script is beside the chunk that contains this module.
  script: new URL(
    import.meta.url.endsWith(".ts") ? "./document-worker.ts" : "./document-worker.js",
    import.meta.url,
  ),
  name: "mergeTexts",
  seconds: 10,
};

/**
 * Within a transaction, only short texts are merged: merge the others before it.
 * @param input with documents as JSON
 * @param asker the caller and its database
 * @param seconds the time limit of a long text
 * @returns no merge for a text that takes too much time or memory
 * @throws OutdatedMergeError in a transaction for a text that takes long
 */
export async function mergeText(
  input: TextMergeInput<string>,
  asker: RequestContextKey,
  seconds = merge.seconds,
): Promise<TextMergeResult> {
  const isLocked = isInTransaction(asker);
  if (input.base.length + input.ours.length + input.theirs.length <= longestHere) {
    const { mergeTexts } = await import("./document-worker.ts");
    if (!isLocked) await takeTurn(asker.caller);
    const result = tryWithin(isLocked ? hardLimit : limitHere, () => mergeTexts(input));
    if (result) return result;
  }
  const key = computeKey(input);
  // The text remains a conflict as a whole, which a repetition would not change.
  if (refused.has(key)) return { merge: undefined };
  if (isLocked) throw new OutdatedMergeError();
  return runInPool({ ...merge, seconds }, input, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskError)) throw error;
    if (error.reason !== "aborted") refused.add(key);
    return { merge: undefined };
  });
}

/** Otherwise each request for a change request with such a text would occupy a thread again. */
const refused = createRefusedMerges(() => performance.now());

export interface RefusedMerges {
  readonly has: (key: string) => boolean;
  readonly add: (key: string) => void;
}

/** Of all callers; a key has less than 100 bytes. */
export const mostRefused = 1000;
/** In milliseconds: a merge that only a busy machine prevented is tried again. */
export const refusalAge = 60 * 60 * 1000;

/**
 * Inputs whose merges took too much time or memory.
 * @param now milliseconds of a clock that only increases
 */
export function createRefusedMerges(now: () => number): RefusedMerges {
  const ends = new Map<string, number>();
  return {
    has(key) {
      const end = ends.get(key);
      if (end === undefined || now() < end) return end !== undefined;
      ends.delete(key);
      return false;
    },
    add(key) {
      ends.delete(key);
      ends.set(key, now() + refusalAge);
      const [oldest] = ends.keys();
      if (ends.size > mostRefused && oldest !== undefined) ends.delete(oldest);
    },
  };
}

function computeKey(input: TextMergeInput<string>): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}
