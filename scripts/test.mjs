/**
 * `npm test`: prepares what is missing, runs the tests, and says which ones this system could not run.
 * Without names it leaves two projects to `.ci/run`.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";
import { missingPrograms, programs } from "./preparing/programs.mjs";
import { expectedTime, keepTime, slowest } from "./testing/time.mjs";

const root = resolve(import.meta.dirname, "..");
await prepare(root);

/** The projects of every run. */
const usual = ["tome", "in a process of its own"];
const left = ["whole systems", "on PostgreSQL"];
const asProjects = (/** @type {readonly string[]} */ names) =>
  names.flatMap((name) => ["--project", name]);

const chosen = process.argv.slice(2);
if (chosen.length === 0) console.log(await expectedTime(root));
const begun = performance.now();
const folder = await mkdtemp(join(tmpdir(), "tome-test-"));
try {
  const file = join(folder, "results.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Tests go no further than this machine, and the variable makes every Node start slower.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const tests = chosen.length > 0 ? chosen : asProjects(usual);
  const { status } = spawnSync(process.execPath, [vitest, "run", ...reporters, ...tests], {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  process.exitCode = status ?? 1;
  // A run that was broken off says nothing of how long one takes.
  if (chosen.length === 0 && status !== null) {
    await keepTime(root, (performance.now() - begun) / 1000);
  }
  report(JSON.parse(await readFile(file, "utf8")));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @param {any} results */
function report({ testResults, numPassedTests, numFailedTests, numPendingTests }) {
  const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
  const broken = testResults.filter(
    (/** @type {any} */ { status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  );
  for (const { status, fullName } of tests) {
    if (status === "skipped" || status === "pending") console.log(`Skipped: ${fullName}`);
  }
  for (const name of missingPrograms()) {
    const { debian, for: purpose } = programs[/** @type {keyof typeof programs} */ (name)];
    console.log(
      `This system has no ${name}, to test ${purpose}; in Debian: apt-get install ${debian}`,
    );
  }
  if (chosen.length === 0) {
    const words = asProjects(left.map((name) => `'${name}'`)).join(" ");
    console.log(`Left to .ci/run: npx vitest run ${words}`);
  }
  console.log("The files that took longest:");
  for (const line of slowest(testResults, 5)) console.log(line.replace(`${root}/`, ""));
  const failed = numFailedTests + broken.length;
  console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped`);
}
