/**
 * Benchmark of the library: the time from `import { startPlatform }` to the first response, each time in a
 * new process: `node bench/library.mjs [rounds]`, after a build.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { median, peakMemory, timeInTurns } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 11);
const library = pathToFileURL(resolve(import.meta.dirname, "../dist/library.js")).href;
const home = mkdtempSync(join(tmpdir(), "tome-bench-"));
const env = { PATH: process.env.PATH, HOME: home };

/** @param {string} options the options of startPlatform */
const program = (options) => `
const start = performance.now();
const { user, system } = process.cpuUsage();
const { startPlatform } = await import(${JSON.stringify(library)});
const platform = await startPlatform(${options});
await platform.client.getAuthenticatedUser();
console.log(performance.now() - start);
const worked = process.cpuUsage();
console.log((worked.user + worked.system - user - system) / 1000);
const again = performance.now();
const second = await startPlatform(${options});
await second.client.getAuthenticatedUser();
console.log(performance.now() - again);
await Promise.all([platform.close(), second.close()]);
`;

/** @param {string} options */
function times(options) {
  const words = ["--input-type=module", "--eval", program(options)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split("\n").map(Number);
}

try {
  const bare = timeInTurns([], rounds)[0]?.milliseconds ?? Number.NaN;
  const rows = [];
  for (const [name, options, target] of /** @type {const} */ ([
    ["an empty platform", "", 150],
    ["the sample workspace", "{ seed: true }", undefined],
  ])) {
    const all = Array.from({ length: rounds + 1 }, () => times(options)).slice(1);
    const [first = Number.NaN, worked = Number.NaN, second = Number.NaN] = [0, 1, 2].map((index) =>
      median(all.map((one) => one[index] ?? Number.NaN)),
    );
    const args = ["--input-type=module", "--eval", program(options)];
    const memory = peakMemory({ name, args, env });
    rows.push([
      name,
      ...[milliseconds(first), `${(first / bare).toFixed(1)}x`],
      ...[target === undefined ? "" : milliseconds(target), verdict(first, target)],
      ...[milliseconds(worked), milliseconds(second), `${memory.toFixed(0)} MiB`],
    ]);
  }
  printTable(
    `import { startPlatform } to the first answer, medians of ${rounds} rounds; node -e 0 takes ${milliseconds(bare)}`,
    ["", "first", "to node", "target", "", "processor", "a second one", "memory of both"],
    rows,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
