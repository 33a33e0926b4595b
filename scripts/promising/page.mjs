/** docs/promises.md: each promise, its proof, and what the last whole run of it found. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promises, proofsOf } from "./promises.mjs";

/** @typedef {{ found: string, date: string, machine: string }} Finding */

/** @param {string} root */
const resultsFile = (root) => join(root, "test", "promises", "last-full-run.json");

/**
 * What the last whole runs found, by promise.
 *
 * @param {string} root
 * @returns {Record<string, Finding>}
 */
export function findings(root) {
  return JSON.parse(readFileSync(resultsFile(root), "utf8"));
}

/**
 * Keeps what a whole run found, and writes the page anew.
 *
 * @param {string} root
 * @param {Record<string, Finding>} found
 */
export function keepFindings(root, found) {
  const all = { ...findings(root), ...found };
  const inOrder = Object.values(promises)
    .flatMap((group) => Object.keys(group))
    .flatMap((id) => (all[id] ? [[id, all[id]]] : []));
  writeFileSync(resultsFile(root), `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
  writeFileSync(join(root, "docs", "promises.md"), page(root));
}

/**
 * The page, of the promises and the findings as they stand.
 *
 * @param {string} root
 */
export function page(root) {
  const found = findings(root);
  const tables = Object.entries(promises).map(([group, texts]) => {
    const rows = Object.entries(texts).map(([id, text]) => {
      const proofs = proofsOf(root, id).map((path) => `[${nameOf(path)}](../${path})`);
      const { found: result = "", date = "" } = found[id] ?? {};
      const last = result ? `${date}: ${result.replaceAll("|", "\\|")}` : "not run in full yet";
      return `| ${id} | ${text} | ${proofs.join("<br>") || "none yet"} | ${last} |`;
    });
    return [
      `## ${group}`,
      "",
      "| | promise | proof | last run in full |",
      "|---|---|---|---|",
      ...rows,
    ];
  });
  const machines = [...new Set(Object.values(found).map(({ machine }) => machine))];
  return `${[
    "# What tome promises",
    "",
    "Every proof runs in a short form with `npm test`, and with all its cases with `npm run test:full`, which writes this page; `npm run test:full T1 C4` runs the ones named. The guard behind a proof is named in test/promises/guards: without it, the proof fails.",
    "",
    ...(machines.length > 0 ? [`Run in full on: ${machines.join("; ")}.`, ""] : []),
    ...tables.flatMap((lines) => [...lines, ""]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

/** @param {string} path */
const nameOf = (path) => path.replace(/^test\/(promises\/)?/, "").replace(".test.ts", "");
