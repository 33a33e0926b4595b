/** docs/promises.md: each promise, its proof, what the last whole run of it found, and what changed since. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countChanged, stateOf } from "./history.mjs";
import { alone, guardsFile, promises, proofsOf, sourcesOf, unguarded } from "./promises.mjs";
import { recordsOf } from "./records.mjs";

/** @param {string} root */
export function writePage(root) {
  writeFileSync(join(root, "docs", "promises.md"), page(root, stateOf(root)?.commit ?? null));
}

/**
 * The page, of the promises and the records as they stand.
 *
 * @param {string} root
 * @param {string | null} asOf the commit up to which changes are counted
 */
export function page(root, asOf) {
  const records = recordsOf(root);
  const tables = Object.entries(promises).map(([group, texts]) => {
    const rows = Object.entries(texts).map(([id, text]) => {
      const record = records[id];
      const manner = alone[id] === undefined ? "" : ` (runs alone: ${alone[id]})`;
      const cells = [
        id,
        text,
        `${proofsOf(root, id).map(linkTo).join("<br>") || "none yet"}${manner}`,
        guardsCell(root, id),
        record ? resultOf(record) : "not run in full yet",
        record ? provedBy(record) : "",
        record ? sinceThen(root, id, record, asOf) : "",
      ];
      return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    });
    return [
      `## ${group}`,
      "",
      "| | promise | proof | guards | last run in full | of commit | since then |",
      "|---|---|---|---|---|---|---|",
      ...rows,
      "",
    ];
  });
  const machines = [...new Set(Object.values(records).map(({ machine }) => machine))];
  const about = [
    `The last column counts the files that changed after the commit that was proved, up to commit ${asOf?.slice(0, 12) ?? "unknown"}: of the program, of the proof, and of its guards. \`node scripts/promises.mjs\` counts anew.`,
    "",
    `Run in full on: ${machines.join("; ")}.`,
    "",
  ];
  return `${[
    "# What tome promises",
    "",
    "Every proof has a short form, which runs with `npm test` or, if it is one of those that take longest, with `.ci/run`. All its cases run with `npm run test:full`, which alone writes the records on this page, after each proof; `npm run test:full T1 C4` runs the ones named, and `npm run test:full -- --resume` goes on with a run that was broken off. The guards behind a proof are named in test/promises/guards: without one of them, the proof fails.",
    "",
    ...(machines.length > 0 ? about : []),
    ...tables.flat(),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

/**
 * The page anew, up to the commit that it counts to; as it is if it differs in no more than counts
 * that this copy cannot make, without the history or without all of it.
 *
 * @param {string} root
 * @param {string} text of the page
 */
export function refreshed(root, text) {
  const asOf = asOfIn(text);
  const anew = page(root, asOf);
  const canCount =
    asOf !== null &&
    Object.values(recordsOf(root)).every(
      ({ commit }) => countChanged(root, commit, asOf, ["."]) !== undefined,
    );
  return canCount || withoutCounts(anew) !== withoutCounts(text) ? anew : text;
}

/** @param {string} text of the page */
function withoutCounts(text) {
  return text
    .replace(/\| (unknown|unchanged|\d+ files? changed) \|$/gm, "| ? |")
    .replace(/up to commit \w+:/, "");
}

/** @param {string} text of the page @returns {string | null} the commit up to which it counts changes */
function asOfIn(text) {
  return /up to commit ([0-9a-f]{12}):/.exec(text)?.[1] ?? null;
}

/** @param {string} path */
function linkTo(path) {
  return `[${path.replace(/^test\/(promises\/)?/, "").replace(".test.ts", "")}](../${path})`;
}

/**
 * @param {string} root
 * @param {string} id
 */
function guardsCell(root, id) {
  const file = guardsFile(id);
  if (existsSync(join(root, file))) return `[${id.toLowerCase()}](../${file})`;
  return unguarded[id] === undefined ? "none" : `none: ${unguarded[id]}`;
}

/** @param {import("./records.mjs").Entry} record */
function resultOf({ passed, date, found, skipped, seconds }) {
  const left = skipped === 0 ? "" : `; ${skipped} tests skipped on this machine`;
  return `${passed ? "" : "FAILED "}${date}, ${lengthOf(seconds)}: ${found}${left}`;
}

/** @param {import("./records.mjs").Entry} record */
function provedBy({ commit, isClean }) {
  const name = commit === null ? "unknown" : commit.slice(0, 9);
  return isClean ? name : `${name}, with uncommitted changes`;
}

/**
 * @param {string} root
 * @param {string} id
 * @param {import("./records.mjs").Entry} record
 * @param {string | null} asOf
 */
function sinceThen(root, id, { commit }, asOf) {
  const count = asOf === null ? undefined : countChanged(root, commit, asOf, sourcesOf(root, id));
  if (count === undefined) return "unknown";
  if (count === 0) return "unchanged";
  return count === 1 ? "1 file changed" : `${count} files changed`;
}

/** @param {number} seconds */
export function lengthOf(seconds) {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
