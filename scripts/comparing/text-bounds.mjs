/** Length limits of strings that a model checks with a custom function, determined by sampling. */
import * as z from "zod/mini";

/** Strings of this length are considered unlimited. */
const maxLength = 2 ** 20;

/** Generators of sample strings: a word and a URL. Nearly every model accepts one of them. */
const writers = [
  (/** @type {number} */ length) => "a".repeat(length),
  (/** @type {number} */ length) => "https://a.example/".padEnd(length, "a").slice(0, length),
];

/** @type {WeakMap<z.core.$ZodType, { minLength?: number, maxLength?: number }>} */
const knownBounds = new WeakMap();

/**
 * Finds the minimum and maximum length that a model accepts, once for each model. Returns no limits if the model accepts
 * none of the samples.
 *
 * @param {z.core.$ZodType} model
 * @returns {{ minLength?: number, maxLength?: number }}
 */
export function listTextBounds(model) {
  const bounds = knownBounds.get(model) ?? sampleTextBounds(model);
  knownBounds.set(model, bounds);
  return bounds;
}

/**
 * @param {z.core.$ZodType} model
 * @returns {{ minLength?: number, maxLength?: number }}
 */
function sampleTextBounds(model) {
  const { checks = [] } = /** @type {{ checks?: readonly unknown[] }} */ (model._zod.def);
  if (checks.length === 0) return {};
  for (const [index, write] of writers.entries()) {
    /** @param {number} length */
    const takes = (length) => z.safeParse(model, write(length)).success;
    const fitting = [1, 2, 3, 10, 30].find(takes);
    if (fitting === undefined) continue;
    return {
      // The minimum length of a URL is not a limit of the field.
      ...(takes(0) || index > 0 ? {} : { minLength: lowest(takes, fitting) }),
      ...(takes(maxLength) ? {} : { maxLength: highest(takes, fitting) }),
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
  let low = fitting;
  let high = maxLength;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (takes(middle)) low = middle;
    else high = middle;
  }
  return low;
}
