/**
 * `npm run test:full [name…]`: runs all cases of the tests that have a long form, or of those whose path
 * contains a name, for example `npm run test:full t1 invariants/s`. Prints the counts of each test.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { prepare } from "./preparing/prepare.mjs";

const root = resolve(import.meta.dirname, "..");

/** Tests that measure time or memory or use all cores run alone; the others run concurrently. */
const alone = [
  "c1-faults",
  "c6-slow-readers",
  "c7-interrupted",
  "h5-bombs",
  "h6-stored-patterns",
  "s6-drain",
  "s11-slow-sockets",
  "s13-determinism",
  "s15-server-versions",
  "s16-others-wait",
  "t7-keyring",
  "x5-multiplying",
].map((name) => `test/invariants/${name}.test.ts`);

const names = process.argv.slice(2);
const files = longTests().filter(
  (file) => names.length === 0 || names.some((name) => file.includes(name)),
);
if (files.length === 0) {
  console.error(`No test with a long form matches ${names.join(" or ")}.`);
  process.exit(2);
}
await prepare(root);
const concurrent = files.filter((file) => !alone.includes(file));
const results = [
  concurrent.length === 0 || run(concurrent),
  ...files.filter((file) => alone.includes(file)).map((file) => run([file])),
];
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Tests with more cases than `npm test` runs. s15-server-versions covers PostgreSQL. */
function longTests() {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file.split(sep).join("/")}`)
    .filter((file) =>
      readFileSync(join(root, file), "utf8").includes("support/generators/amount.ts"),
    )
    .sort();
}

/**
 * @param {readonly string[]} tests
 * @returns {boolean} whether all tests passed
 */
function run(tests) {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const words = ["run", "--project", "!on PostgreSQL", "--disableConsoleIntercept", ...tests];
  const { status } = spawnSync(process.execPath, [vitest, ...words], {
    cwd: root,
    stdio: "inherit",
    env: { ...environment, TOME_FULL: "true" },
  });
  return status === 0;
}
