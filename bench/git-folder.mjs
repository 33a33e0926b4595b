/**
 * Importing one folder of a large repository beside a filtered clone of that folder, and what others
 * notice meanwhile: `node bench/git-folder.mjs [MB of each folder]`, after a build. The repository has
 * five folders of 20 pages each, and files that nobody links to. Git serves it over HTTP.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { callBeside, summaryOf, tokenOfAnother } from "../test/support/second-caller.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { createData } from "./measuring/embedded.mjs";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const size = Number(process.argv[2] ?? 50);
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const bare = join(folder, "docs.git");

git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
git(bare, ["config", "uploadpack.allowFilter", "true"]);
git(bare, ["fast-import", "--quiet"], repository());

const program = await bundleForImport(resolve("."), "bench/measuring/git-server.ts", folder);
const server = await startCompanion([program, bare]);
const address = `${server.first}/docs.git`;
const data = createData(folder);
const platform = await data.serve();
try {
  const token = await tokenOfAnother(platform.url, platform.admin);
  /** @type {number[]} */
  const clones = [];
  /** @type {number[]} */
  const imports = [];
  /** @type {import("../test/support/second-caller.mjs").Wait[]} */
  const waits = [];
  for (let round = 0; round < rounds; round++) {
    const space = await call("POST", `/orgs/${data.organization}/spaces`, { title: `${round}` });
    clones.push(await timed(() => clone(round)));
    const beside = await callBeside({ ...platform, token, path: "/v1/user" });
    imports.push(await timed(() => importFolder(space.id)));
    waits.push(...(await beside.waits()));
    await beside.end();
  }
  const ratio = median(imports) / median(clones);
  const { p99, longest } = summaryOf(waits);
  printTable(
    `One folder of 20 pages of a repository of ${size * 5} MB with five folders`,
    ["", "median", "beside the clone", "target"],
    [
      ["filtered clone and checkout of the folder", milliseconds(median(clones)), "1.00", ""],
      ["import", milliseconds(median(imports)), ratio.toFixed(2), verdict(ratio, 1.5)],
      ["p99 of others meanwhile", milliseconds(p99), "", verdict(p99, 100)],
      ["longest of others meanwhile", milliseconds(longest), "", verdict(longest, 250)],
    ],
  );
} finally {
  await platform.end();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {() => unknown} work */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @param {number} round */
function clone(round) {
  const to = join(folder, `clone-${round}`);
  const filtered = ["--depth=1", "--filter=blob:none", "--no-checkout", "--quiet"];
  git(folder, ["clone", ...filtered, address, to]);
  git(to, ["sparse-checkout", "set", "project-3"]);
  git(to, ["checkout", "--quiet", "main"]);
}

/** @param {string} space */
async function importFolder(space) {
  const request = { url: address, ref: "refs/heads/main", repoProjectDirectory: "project-3" };
  await call("POST", `/spaces/${space}/git/import`, request);
  for (;;) {
    const info = await call("GET", `/spaces/${space}/git/info`);
    if (info.state === "success") return;
    if (info.state === "failure") throw new Error(info.error);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${platform.token}`, "content-type": "application/json" },
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
 */
function git(cwd, args, input) {
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const { status, stderr } = spawnSync("git", args, { cwd, env, input, maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

/** A commit as `git fast-import` reads it. */
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
