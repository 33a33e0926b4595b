/** The long forms of the tests that prove no promise: those that try more cases when they are given hours. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} root
 * @returns {Promise<number | null>} the exit code
 */
export async function runLongForms(root) {
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.startsWith("promises"))
    .map((file) => join("test", file))
    .filter((file) => readFileSync(join(root, file), "utf8").includes("support/amount.ts"));
  // On PostgreSQL the proof of S15 runs them.
  const words = ["run", "--project", "!on PostgreSQL", ...files];
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...words], {
    cwd: root,
    stdio: "inherit",
    env: { ...environment, TOME_FULL: "true" },
  });
  const [code] = await once(child, "close");
  return code;
}
