/**
 * Benchmark of resolving names: a command with a name against the same command with an id, and against
 * only reading the list that contains the name: `node bench/names.mjs [spaces] [rounds]`, after a build.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const spaces = Number(process.argv[2] ?? 5_000);
const rounds = Number(process.argv[3] ?? 5);
const root = resolve(import.meta.dirname, "..");
const launcher = join(root, "bin", "tome.js");
const loop = join(import.meta.dirname, "measuring", "bare-loop.mjs");
const start = promisify(execFile);
/** @type {typeof import("../src/library/library.ts")} */
const { startPlatform } = await import(pathToFileURL(join(root, "dist", "library.js")).href);
const platform = await startPlatform();

try {
  const { baseUrl, client, organization, token } = platform;
  const create = /** @type {(input: object) => Promise<{ id: string }>} */ (client.createSpace);
  let id = "";
  for (let space = 0; space < spaces; space++) {
    ({ id } = await create({ organizationId: organization, title: `Space ${space}` }));
  }
  const name = `Space ${spaces - 1}`;
  const runs = [
    { name: "the list read by a bare loop", args: [loop, baseUrl, token, organization] },
    { name: "tome space get <id>", args: [launcher, "space", "get", id] },
    { name: "tome space get <name>", args: [launcher, "space", "get", name] },
  ];
  /** @type {number[][]} */
  const times = runs.map(() => []);
  /** @type {number[]} */
  const requests = [];
  for (let round = 0; round < rounds; round++) {
    for (const [index, { args }] of runs.entries()) {
      const before = await getNewest();
      const begun = performance.now();
      await inNewHome(args);
      times[index]?.push(performance.now() - begun);
      requests[index] = await countAfter(before);
    }
  }
  const [bare = Number.NaN, byId = Number.NaN, byName = Number.NaN] = times.map(median);
  const more = (requests[2] ?? Number.NaN) - (requests[1] ?? Number.NaN);
  const ratio = (byName - byId) / bare;
  printTable(
    `${spaces} spaces, medians of ${rounds} rounds, nothing known beforehand`,
    ["", "median", "requests"],
    runs.map((run, index) => [
      run.name,
      milliseconds([bare, byId, byName][index] ?? Number.NaN),
      String(requests[index]),
    ]),
  );
  printTable(
    "What the name costs",
    ["", "", "target", ""],
    [
      ["more requests than with an id", String(more), "6", verdict(more, 6)],
      ["more time, beside the bare reading", ratio.toFixed(2), "1.5", verdict(ratio, 1.5)],
    ],
  );
} finally {
  await platform.close();
}

/** @param {string[]} args arguments of Node, run without existing user data */
async function inNewHome(args) {
  const { baseUrl, organization, token } = platform;
  const home = mkdtempSync(join(tmpdir(), "tome-bench-"));
  const env = {
    ...{ PATH: process.env.PATH, HOME: home },
    ...{ TOME_BASE_URL: baseUrl, TOME_TOKEN: token, TOME_ORG: organization },
  };
  try {
    await start(process.execPath, args, { env, maxBuffer: 1024 ** 3 });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function getNewest() {
  return (await platform.requests()).at(-1)?.id;
}

/** @param {string | undefined} id of a request */
async function countAfter(id) {
  const all = await platform.requests();
  return all.length - 1 - all.findIndex((request) => request.id === id);
}
