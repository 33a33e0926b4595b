/** Configuration of `npm run test:mutation`, which passes the folder and its tests. */
import { join } from "node:path";

const { TOME_MUTATION_FOLDER: path = "src" } = process.env;
const name = path
  .replace(/^src\//, "")
  .replace(/\.ts$/, "")
  .replaceAll("/", "-");
const folder = join("reports", "mutation");

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/testing/mutation.vitest.config.mjs", related: false },
  mutate: [path.endsWith(".ts") ? path : `${path}/**/*.ts`, "!src/**/migrations/**"],
  // It would rewrite the paths of the file with an API that TypeScript 7 does not have.
  tsconfigFile: "no-tsconfig.json",
  concurrency: 1,
  coverageAnalysis: "perTest",
  // They run once when a file is loaded, so each needs a new process.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: join(folder, `${name}.incremental.json`),
  tempDirName: join(folder, "sandbox"),
  ignorePatterns: ["/dist", "/reports", "/bench", "/packages"],
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: join(folder, `${name}.html`) },
  jsonReporter: { fileName: join(folder, `${name}.json`) },
};
