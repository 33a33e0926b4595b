/**
 * Fails if a usual command executes 10% more instructions than recorded, relative to an empty Node
 * process: `node bench/guard.mjs`, after a build. `node bench/guard.mjs --record` records the current
 * values in bench/guard.json.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCompanion } from "./measuring/companion.mjs";
import { countInstructions, findObstacle, runOnce } from "./measuring/instructions.mjs";
import { printTable } from "./measuring/table.mjs";

const tolerance = 1.1;
/** A count that is too high is repeated, because a disturbed run can only be higher. */
const attempts = 3;
const records = join(import.meta.dirname, "guard.json");
const launcher = join(import.meta.dirname, "..", "bin", "tome.js");
/** Other versions of Node execute other instructions. */
const version = process.versions.node.split(".").slice(0, 2).join(".");
const machine = `${process.platform}-${process.arch}`;

/** @type {{ node: string, machine: string, ratios: Record<string, number> }} */
const recorded = JSON.parse(readFileSync(records, "utf8"));
const isRecording = process.argv.includes("--record");
const obstacle = findObstacle() ?? (isRecording ? undefined : findDifference());
if (obstacle === undefined) await measure();
else console.log(`Skipped the instruction counts: ${obstacle}.`);

function findDifference() {
  if (recorded.node === version && recorded.machine === machine) return undefined;
  return `recorded with Node ${recorded.node} on ${recorded.machine}, and this is ${version} on ${machine}`;
}

async function measure() {
  const bare = countBare();
  if (bare === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "tome-guard-"));
  const server = await startCompanion([join(import.meta.dirname, "measuring/bare-server.mjs")]);
  try {
    const rows = listOperations(folder, JSON.parse(server.first).plain).map(({ args, env }) => {
      const name = args.join(" ");
      const command = [launcher, ...args];
      // The first run creates the caches and the local data.
      runOnce(command, env);
      runOnce(command, env);
      const limit = (recorded.ratios[name] ?? Number.NaN) * tolerance;
      const once = () => countInstructions(command, env) / bare;
      let ratio = once();
      for (let more = 1; more < attempts && ratio > limit; more++) ratio = Math.min(ratio, once());
      return { name, ratio, limit };
    });
    if (isRecording) record(rows);
    else judge(rows);
  } finally {
    await server.end();
    rmSync(folder, { recursive: true });
  }
}

/** @returns {number | undefined} undefined if Valgrind cannot run Node on this processor */
function countBare() {
  try {
    return countInstructions(["-e", "0"], { PATH: process.env.PATH });
  } catch (error) {
    console.log(
      `Skipped the instruction counts: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {string} url
 */
function listOperations(folder, url) {
  const home = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, "data"),
    TOME_CONFIG_DIR: join(folder, "settings"),
  };
  const remote = { ...home, TOME_TOKEN: "token", TOME_BASE_URL: url };
  const list = ["space", "list", "--org", "organization00000001", "--format", "table"];
  return [
    { args: ["--version"], env: home },
    { args: ["--help"], env: home },
    { args: ["space", "get", "space000000000000001", "--format", "table"], env: remote },
    { args: ["space", "get", "space000000000000001", "--format", "json"], env: remote },
    { args: list, env: remote },
    { args: [...list, "--limit", "1000"], env: remote },
    { args: ["org", "list", "--local"], env: home },
  ];
}

/** @param {{ name: string, ratio: number }[]} rows */
function record(rows) {
  const ratios = Object.fromEntries(
    rows.map(({ name, ratio }) => [name, Number(ratio.toFixed(3))]),
  );
  writeFileSync(records, `${JSON.stringify({ node: version, machine, ratios }, null, 2)}\n`);
  console.log(`Recorded ${rows.length} values in bench/guard.json.`);
}

/** @param {{ name: string, ratio: number, limit: number }[]} rows */
function judge(rows) {
  const cells = rows.map(({ name, ratio, limit }) => [
    name,
    `${ratio.toFixed(2)}x`,
    `${(limit / tolerance).toFixed(2)}x`,
    `${limit.toFixed(2)}x`,
    ratio <= limit ? "" : "TOO SLOW",
  ]);
  const title = `Instructions relative to node -e 0, Node ${process.version}`;
  printTable(title, ["tome …", "now", "recorded", "limit", ""], cells);
  // A command without a recorded value fails too.
  const failed = rows.filter(({ ratio, limit }) => !(ratio <= limit));
  if (failed.length === 0) return;
  console.error(
    `\n${failed.length} of ${rows.length} commands exceed the limit. If that is intended, run: node bench/guard.mjs --record`,
  );
  process.exitCode = 1;
}
