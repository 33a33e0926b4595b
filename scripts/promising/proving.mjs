/** Runs the whole proof of one promise, and says what came of it. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stateOf } from "./history.mjs";
import { proofsOf } from "./promises.mjs";

/** @typedef {import("./records.mjs").Found} Found */

/**
 * @param {string} root
 * @param {string} id
 * @param {{ folder: string, machine: string, isAlone: boolean }} where folder is for files of this run
 * @returns {Promise<Found>}
 */
export async function prove(root, id, { folder, machine, isAlone }) {
  const before = stateOf(root);
  const begun = performance.now();
  const said = join(folder, `${id}.ndjson`);
  const results = join(folder, `${id}.json`);
  const status = await runTests(root, id, said, results, isAlone);
  const after = stateOf(root);
  const { numPassedTests = 0, numPendingTests = 0 } = JSON.parse(
    await readFile(results, "utf8").catch(() => "{}"),
  );
  const lines = (await readFile(said, "utf8").catch(() => "")).split("\n").filter(Boolean);
  const found = lines.map((line) => JSON.parse(line).found).join("; ");
  return {
    commit: before?.commit ?? null,
    isClean: before?.isClean === true && after?.isClean === true && before.commit === after.commit,
    date: new Date().toISOString().slice(0, 10),
    machine,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    // Tests that were all skipped have proved nothing.
    passed: status === 0 && numPassedTests > 0,
    found: found || `${numPassedTests} tests passed`,
    skipped: numPendingTests,
  };
}

/**
 * @param {string} root
 * @param {string} id
 * @param {string} said what the proofs report, a JSON object a line
 * @param {string} results of the tests
 * @param {boolean} isAlone
 * @returns {Promise<number | null>}
 */
function runTests(root, id, said, results, isAlone) {
  // Nothing is to make the run smaller, or slower.
  const { TOME_GUARDS: _, NODE_EXTRA_CA_CERTS: __, ...environment } = process.env;
  const words = [
    ...[join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...proofsOf(root, id)],
    ...["--disableConsoleIntercept", "--reporter=default", "--reporter=json"],
    `--outputFile.json=${results}`,
    ...(isAlone ? [] : ["--maxWorkers=1"]),
  ];
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, TOME_FULL: "true", TOME_PROMISES: said },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() !== "") console.log(`${id} | ${line}`);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}
