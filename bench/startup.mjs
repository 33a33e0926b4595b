/**
 * Benchmark of the total run time of commands, relative to an empty Node process measured at the same
 * time: `node bench/startup.mjs [rounds] [another Node]`, after a build.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate, prepareCommands } from "./measuring/commands.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { peakMemory, timeInTurns } from "./measuring/processes.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 21);
const node = process.argv[3] ?? process.execPath;
const launcher = join(import.meta.dirname, "..", "bin", "tome.js");
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const server = await startCompanion([join(import.meta.dirname, "measuring/bare-server.mjs")]);
const home = { PATH: process.env.PATH, HOME: folder };

const { plain, secure } = JSON.parse(server.first);
const runs = prepareCommands(folder, { plain, secure });

try {
  const [bare, ...measured] = timeInTurns(runs, rounds, node);
  const rows = runs.map((run, index) => {
    const { milliseconds, ratio } = measured[index] ?? { milliseconds: 0, ratio: 0 };
    const memory = peakMemory(run, node);
    return [
      run.name,
      `${milliseconds.toFixed(1)} ms`,
      `${ratio.toFixed(2)}x`,
      run.target === undefined ? "" : `${run.target}x`,
      verdict(ratio, run.target),
      `${memory.toFixed(0)} MiB`,
      run.memory === undefined ? "" : `${run.memory} MiB`,
      verdict(memory, run.memory),
    ];
  });
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const title = `Node ${version}, medians of ${rounds} rounds; node -e 0 takes ${bare?.milliseconds.toFixed(1)} ms`;
  const limits = ["target", ""];
  printTable(title, ["tome …", "time", "ratio", ...limits, "memory", ...limits], rows);
  besideGh();
} finally {
  await server.end();
  rmSync(folder, { recursive: true });
}

/** Compares with GitHub's command line, a compiled program, if it is installed. */
function besideGh() {
  if (spawnSync("gh", ["--version"]).error)
    return console.log("\ngh is not installed; skipped the comparison.");
  const get = runs.find(({ name }) => name.includes("authority")) ?? { args: [], env: {} };
  const url = `${secure}/v1/spaces/space000000000000001`;
  const trusted = { GH_TOKEN: "token", SSL_CERT_FILE: certificate };
  const rows = /** @type {const} */ ([
    ["--version", { args: [launcher, "--version"] }, ["--version"], 0.65],
    ["--help", { args: [launcher, "--help"] }, ["--help"], 0.65],
    ["GET of one, TLS", get, ["api", url], 1.4],
  ]).map(([name, run, args, target]) => {
    const [, ours, theirs] = timeInTurns(
      [
        { name: "tome", env: home, ...run },
        { name: "gh", program: "gh", args: [...args], env: { ...home, ...trusted } },
      ],
      rounds,
      node,
    );
    const ratio = (ours?.milliseconds ?? Number.NaN) / (theirs?.milliseconds ?? Number.NaN);
    return [name, ratio.toFixed(2), String(target), verdict(ratio, target)];
  });
  printTable("tome beside gh", ["", "ratio", "target", ""], rows);
}
