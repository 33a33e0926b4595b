/**
 * `npm test`: installs and builds, runs the tests, and lists the tests that this system could not run.
 * Without arguments, it skips the two projects that run only in `.ci/run`; without TOME_TESTS=all,
 * it skips slow tests and tries samples of long tables.
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

/** The projects that run by default. */
const defaultProjects = ["tome", "in a process of its own"];
const ciProjects = ["whole systems", "on PostgreSQL"];
const asProjects = (/** @type {readonly string[]} */ names) =>
  names.flatMap((name) => ["--project", name]);

const args = process.argv.slice(2);
if (args.length === 0) console.log(await expectedTime(root));
const startTime = performance.now();
const folder = await mkdtemp(join(tmpdir(), "tome-test-"));
try {
  const file = join(folder, "results.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Tests use no external servers, and the variable slows the start of every Node process.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const tests = args.length > 0 ? args : asProjects(defaultProjects);
  const { status } = spawnSync(process.execPath, [vitest, "run", ...reporters, ...tests], {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  process.exitCode = status ?? 1;
  // The duration of an interrupted or longer run is not recorded.
  if (args.length === 0 && status !== null && process.env.TOME_TESTS !== "all") {
    await keepTime(root, (performance.now() - startTime) / 1000);
  }
  report(JSON.parse(await readFile(file, "utf8")));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @param {any} results */
function report({ testResults, numPassedTests, numFailedTests, numPendingTests }) {
  const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
  const failedFiles = testResults.filter(
    (/** @type {any} */ { status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  );
  const skipped = tests.filter(
    (/** @type {any} */ { status }) => status === "skipped" || status === "pending",
  );
  for (const { meta, fullName } of skipped) {
    if (meta.isSlow !== true) console.log(`Skipped: ${fullName}`);
  }
  const slow = skipped.filter((/** @type {any} */ { meta }) => meta.isSlow === true).length;
  for (const name of missingPrograms()) {
    const { debian, for: purpose } = programs[/** @type {keyof typeof programs} */ (name)];
    console.log(
      `${name} is not installed; it is required to test ${purpose}. On Debian: apt-get install ${debian}`,
    );
  }
  if (args.length === 0) {
    const words = asProjects(ciProjects.map((name) => `'${name}'`)).join(" ");
    console.log(`Not run (only in .ci/run): npx vitest run ${words}`);
    if (slow > 0) console.log(`Skipped ${slow} slow tests. TOME_TESTS=all npm test runs them.`);
  }
  console.log("Slowest files:");
  for (const line of slowest(testResults, 5)) console.log(line.replace(`${root}/`, ""));
  const failed = numFailedTests + failedFiles.length;
  console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped`);
}
