/** The bounds of a text that a model checks by a function of its own, found by trying. */
import * as z from "zod/mini";

/** Longer texts than this have no bound that anybody would publish. */
const longest = 2 ** 20;

/** Texts of any length, one of which nearly every model takes: a word, and an address. */
const writers = [
  (/** @type {number} */ length) => "a".repeat(length),
  (/** @type {number} */ length) => "https://a.example/".padEnd(length, "a").slice(0, length),
];

/**
 * Finds the shortest and the longest text that a model takes; nothing if it takes none of those
 * that are tried.
 *
 * @param {z.core.$ZodType} model
 * @returns {{ minLength?: number, maxLength?: number }}
 */
export function textBoundsOf(model) {
  const { checks = [] } = /** @type {{ checks?: readonly unknown[] }} */ (model._zod.def);
  if (checks.length === 0) return {};
  for (const [at, write] of writers.entries()) {
    /** @param {number} length */
    const takes = (length) => z.safeParse(model, write(length)).success;
    const fitting = [1, 2, 3, 10, 30].find(takes);
    if (fitting === undefined) continue;
    return {
      // How short an address can be is no bound of its own.
      ...(takes(0) || at > 0 ? {} : { minLength: lowest(takes, fitting) }),
      ...(takes(longest) ? {} : { maxLength: highest(takes, fitting) }),
    };
  }
  return {};
}

/**
 * @param {(length: number) => boolean} takes
 * @param {number} fitting
 */
function lowest(takes, fitting) {
  let length = fitting;
  while (takes(length - 1)) length--;
  return length;
}

/**
 * @param {(length: number) => boolean} takes
 * @param {number} fitting
 */
function highest(takes, fitting) {
  let taken = fitting;
  let refused = longest;
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (takes(middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}
