/** Operations of a published description that tome does not have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedOperations } from "./theirs.mjs";

/** @type {Readonly<Record<string, readonly string[]>>} */
const reasons = JSON.parse(readFileSync(join(import.meta.dirname, "reasons.json"), "utf8"));
const explained = new Set(Object.values(reasons).flat());

/** As in reasons.json, for operations that tome answers in another way. */
const isNew = "is new: it is neither answered nor named as absent";

/**
 * @param {import("./sides.mjs").Contract} contract
 * @param {import("./theirs.mjs").Document} document
 * @returns {readonly import("./theirs.mjs").Operation[]} the operations without a row of the contract
 *   and without a row of src/service/server/unsupported-operations.ts
 */
export function listMissing({ endpoints, absent }, document) {
  const names = new Set([
    ...endpoints.map(({ operation }) => operation),
    ...absent.map(({ operation }) => operation),
  ]);
  return publishedOperations(document).filter(
    ({ name }) => !names.has(name) && !explained.has(`${name} | ${isNew}`),
  );
}

/** @param {import("./theirs.mjs").Operation} operation */
export function formatMissing({ name, method, path }) {
  return `${name} (${method} ${path}) has no row in src/contract or src/service/server/unsupported-operations.ts. To draft one: npm run contract:draft -- ${name}`;
}
