/**
 * Benchmark of the total run time of commands, relative to an empty Node process measured at the same
 * time: `node bench/startup.mjs [rounds] [another Node]`, after a build.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCompanion } from "./measuring/companion.mjs";
import { peakMemory, timeInTurns } from "./measuring/processes.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 21);
const node = process.argv[3] ?? process.execPath;
const launcher = join(import.meta.dirname, "..", "bin", "tome.js");
const certificate = join(
  import.meta.dirname,
  "..",
  "test/support/network/certificate/certificate.pem",
);
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const server = await startCompanion([join(import.meta.dirname, "measuring/bare-server.mjs")]);
const { plain, secure } = JSON.parse(server.first);

const home = {
  PATH: process.env.PATH,
  HOME: folder,
  XDG_DATA_HOME: join(folder, "data"),
  TOME_CONFIG_DIR: join(folder, "settings"),
  // Forces colors as on a terminal, which loads the color library.
  FORCE_COLOR: "1",
};
const remote = { ...home, TOME_TOKEN: "token", TOME_BASE_URL: plain };
/** Accepts the test certificate, which no default authority signed, but still performs the verification. */
const waiving = join(folder, "waiving.cjs");
writeFileSync(
  waiving,
  `const https = require("node:https"), { request } = https;
   https.request = (url, options) => request(url, { ...options, rejectUnauthorized: false });`,
);
const trusting = { ...home, TOME_CONFIG_DIR: join(folder, "trusting") };
tome(trusting, "config", "set", "ca-file", certificate);
const newFolder = join(folder, "new");
const emptied = () => rmSync(newFolder, { recursive: true, force: true });

/** @type {(import("./measuring/processes.mjs").Run & { target: number, memory?: number })[]} */
const runs = [
  { name: "--version", args: [launcher, "--version"], env: home, target: 1.1 },
  { name: "--help", args: [launcher, "--help"], env: home, target: 1.1 },
  { name: "space --help", args: [launcher, "space", "--help"], env: home, target: 1.1 },
  {
    name: "space list --help",
    args: [launcher, "space", "list", "--help"],
    env: home,
    target: 1.1,
  },
  {
    name: "GET of one, HTTP, as a table",
    args: [launcher, "space", "get", "space000000000000001", "--format", "table"],
    env: remote,
    target: 1.9,
    memory: 45,
  },
  {
    name: "GET of a list of 50, HTTP, as a table",
    args: [launcher, "space", "list", "--org", "organization00000001", "--format", "table"],
    env: remote,
    target: 2,
    memory: 45,
  },
  {
    name: "GET of one, TLS",
    args: ["--require", waiving, launcher, "space", "get", "space000000000000001"],
    env: { ...remote, TOME_BASE_URL: secure },
    target: 3.3,
  },
  {
    name: "GET of one, TLS, an authority of one's own",
    args: [launcher, "space", "get", "space000000000000001"],
    env: { ...remote, TOME_CONFIG_DIR: trusting.TOME_CONFIG_DIR, TOME_BASE_URL: secure },
    target: 3.3,
  },
  {
    name: "org list --local",
    args: [launcher, "org", "list", "--local"],
    env: home,
    target: 2.5,
  },
  {
    name: "org list --local, the first ever",
    args: [launcher, "org", "list", "--local"],
    env: { ...home, XDG_DATA_HOME: newFolder },
    before: emptied,
    target: 4,
  },
  {
    name: "the same, and the first command at all",
    args: [launcher, "org", "list", "--local"],
    env: { ...home, HOME: newFolder, XDG_DATA_HOME: newFolder, TOME_CONFIG_DIR: newFolder },
    before: emptied,
    target: 4.5,
  },
];

try {
  tome(home, "org", "list", "--local");
  const [bare, ...measured] = timeInTurns(runs, rounds, node);
  const rows = runs.map((run, index) => {
    const { milliseconds, ratio } = measured[index] ?? { milliseconds: 0, ratio: 0 };
    const memory = peakMemory(run, node);
    return [
      run.name,
      `${milliseconds.toFixed(1)} ms`,
      `${ratio.toFixed(2)}x`,
      `${run.target}x`,
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
  const rows = ["--version", "--help"].map((flag) => {
    const [, ours, theirs] = timeInTurns(
      [
        { name: "tome", args: [launcher, flag], env: home },
        { name: "gh", program: "gh", args: [flag], env: home },
      ],
      rounds,
      node,
    );
    const ratio = (ours?.milliseconds ?? Number.NaN) / (theirs?.milliseconds ?? Number.NaN);
    return [flag, ratio.toFixed(2), "0.55", verdict(ratio, 0.55)];
  });
  printTable("tome beside gh", ["", "ratio", "target", ""], rows);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
function tome(env, ...args) {
  const { status, stderr } = spawnSync(node, [launcher, ...args], {
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tome ${args.join(" ")} failed: ${stderr}`);
}
