/**
 * Benchmark of importing one folder of a large repository against a filtered clone of that folder, in
 * pairs, with the latency for other callers; then the steps of one import against those of a clone:
 * `node bench/git-folder.mjs [MB of each folder]`, after a build. The repository has five folders with 20
 * pages each, and unreferenced files. Git serves it over HTTP.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { callBeside, getSummary, tokenOfAnother } from "../test/support/requests/second-caller.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { createData } from "./measuring/embedded.mjs";
import { tracedGit } from "./measuring/git-trace.mjs";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const size = Number(process.argv[2] ?? 50);
const rounds = 9;
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const bare = join(folder, "docs.git");
let clones = 0;

git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
git(bare, ["config", "uploadpack.allowFilter", "true"]);
git(bare, ["fast-import", "--quiet"], repository());

const program = await bundleForImport(resolve("."), "bench/measuring/git-server.ts", folder);
const server = await startCompanion([program, bare]);
const address = `${server.first}/docs.git`;
const data = createData(folder);
try {
  await onPlatform(undefined, measure);
  const traced = tracedGit(folder);
  await onPlatform(traced.path, (platform) => printSteps(platform, traced));
} finally {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @typedef {Awaited<ReturnType<typeof data.serve>>} Platform
 * @typedef {{ clone: number, import: number }} Pair
 */

/**
 * @param {string | undefined} path
 * @param {(platform: Platform) => Promise<void>} work
 */
async function onPlatform(path, work) {
  const platform = await data.serve(path);
  try {
    await work(platform);
  } finally {
    await platform.end();
  }
}

/** @param {Platform} platform */
async function measure(platform) {
  const first = await pair(platform);
  const alone = await pairs(platform);
  const token = await tokenOfAnother(platform.url, platform.admin);
  const beside = await callBeside({ ...platform, token, path: "/v1/user" });
  const among = await pairs(platform);
  const { p99, longest } = getSummary(await beside.waits());
  await beside.end();
  const row = (/** @type {string} */ name, /** @type {Pair[]} */ all, most = 1.5) => {
    const ratio = median(all.map((one) => one.import / one.clone));
    const times = [median(all.map((one) => one.import)), median(all.map((one) => one.clone))];
    const target = most === Infinity ? "" : verdict(ratio, most);
    return [name, ...times.map(milliseconds), ratio.toFixed(2), target];
  };
  printTable(
    `One folder of 20 pages of a repository of ${size * 5} MB with five folders: medians of ${rounds} pairs`,
    ["", "import", "filtered clone", "ratio", "target"],
    [
      row("alone", alone),
      row("the first of a platform", [first], Infinity),
      row("while another calls all the time", among, Infinity),
      ["p99 of the other's calls", milliseconds(p99), "", "", verdict(p99, 100)],
      ["the longest of them", milliseconds(longest), "", "", verdict(longest, 250)],
    ],
  );
}

/** @param {Platform} platform */
async function pairs(platform) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await pair(platform));
  return all;
}

/** @param {Platform} platform */
async function pair(platform) {
  const cloned = await timed(() => clone());
  const space = await createSpace(platform);
  return { clone: cloned, import: await timed(() => importFolder(platform, space)) };
}

/**
 * @param {Platform} platform
 * @param {ReturnType<typeof tracedGit>} traced
 */
async function printSteps(platform, traced) {
  await importFolder(platform, await createSpace(platform));
  const space = await createSpace(platform);
  const start = performance.timeOrigin + performance.now();
  const time = await timed(() => clone(traced.path));
  const between = performance.timeOrigin + performance.now();
  /** @type {{ phase: string, milliseconds: number }[]} */
  let phases = [];
  const imported = await timed(async () => {
    phases = (await importFolder(platform, space)).report.phases;
  });
  const runs = traced.runsSince(start);
  const rows = (/** @type {typeof runs} */ some, /** @type {number} */ from) =>
    some.map(({ command, start, duration }) => [
      `git ${command}`,
      `${milliseconds(start - from)} on`,
      milliseconds(duration),
    ]);
  printTable(
    "The steps of one clone, and of one import",
    ["", "begins", "takes"],
    [
      ["filtered clone and checkout", "", milliseconds(time)],
      ...rows(
        runs.filter((run) => run.start < between),
        start,
      ),
      ["import", "", milliseconds(imported)],
      ...rows(
        runs.filter((run) => run.start >= between),
        between,
      ),
      ...phases.map(({ phase, milliseconds: took }) => [`phase ${phase}`, "", milliseconds(took)]),
    ],
  );
}

/** @param {() => unknown} work */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @param {string} [path] the PATH variable */
function clone(path) {
  const to = join(folder, `clone-${clones++}`);
  const filtered = ["--depth=1", "--filter=blob:none", "--no-checkout", "--quiet"];
  git(folder, ["clone", ...filtered, address, to], undefined, path);
  git(to, ["sparse-checkout", "set", "project-3"], undefined, path);
  git(to, ["checkout", "--quiet", "main"], undefined, path);
}

/** @param {Platform} platform */
async function createSpace(platform) {
  const made = await call(platform, "POST", `/orgs/${data.organization}/spaces`, { title: "A" });
  return String(made.id);
}

/**
 * @param {Platform} platform
 * @param {string} id the id of the space
 */
async function importFolder(platform, id) {
  const request = { url: address, ref: "refs/heads/main", repoProjectDirectory: "project-3" };
  await call(platform, "POST", `/spaces/${id}/git/import`, request);
  for (;;) {
    const info = await call(platform, "GET", `/spaces/${id}/git/info`);
    if (info.state === "success") return info;
    if (info.state === "failure") throw new Error(info.error);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * @param {Platform} platform
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call({ url, token }, method, path, body) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text === "" ? undefined : JSON.parse(text);
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {Uint8Array} [input]
 * @param {string} [path]
 */
function git(cwd, args, input, path = process.env.PATH) {
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: path, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const { status, stderr } = spawnSync("git", args, { cwd, env, input, maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

/** A commit in the format of `git fast-import`. */
function repository() {
  /** @type {Buffer[]} */
  const parts = [Buffer.from("commit refs/heads/main\ncommitter A <a@b.c> 0 +0000\ndata 1\n.\n")];
  const add = (/** @type {string} */ path, /** @type {Buffer} */ bytes) => {
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${bytes.length}\n`), bytes);
    parts.push(Buffer.from("\n"));
  };
  for (let project = 0; project < 5; project++) {
    const at = `project-${project}`;
    const lines = [];
    for (let page = 0; page < 20; page++) {
      const text = `# Page ${page}\n\n${"Some words of the page. ".repeat(40)}\n\n![](a.png)\n`;
      add(`${at}/page-${page}.md`, Buffer.from(text));
      lines.push(`* [Page ${page}](page-${page}.md)`);
    }
    add(`${at}/SUMMARY.md`, Buffer.from(`${lines.join("\n")}\n`));
    add(`${at}/a.png`, randomBytes(20_000));
    for (let file = 0; file < 10; file++) {
      add(`${at}-media/${file}.bin`, randomBytes((size * 1e6) / 10));
    }
  }
  return Buffer.concat(parts);
}
