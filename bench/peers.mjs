/**
 * Benchmark of the local platform against other local API servers: reading one resource by id, each
 * compared with a bare server that reads it from SQLite: `node bench/peers.mjs [seconds]`, after a build.
 * The other servers are installed from the package registry into a temporary folder.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startCompanion } from "./measuring/companion.mjs";
import { createData, getPeak } from "./measuring/embedded.mjs";
import { load, loadInTurns } from "./measuring/load.mjs";
import { printTable } from "./measuring/table.mjs";

/** @typedef {{ name: string, url: string, path: string, pid: number, started: number, end: () => Promise<void> }} Server */

const seconds = Number(process.argv[2] ?? 3);
const [rounds, connections] = [3, 50];
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const data = createData(folder);
const path = `/v1/spaces/${data.space}`;
/** Time limit for the first response of a server, in milliseconds. */
const patience = 60_000;
/** @type {Server[]} */
const servers = [];
let token = "";

try {
  copyFileSync(data.file, join(folder, "bare.sqlite"));
  install("json-server@0.17.4", "@stoplight/prism-cli@5.14.2");
  await started("bare node:http and SQLite", path, async () => {
    const program = join(import.meta.dirname, "measuring", "bare-service.mjs");
    const { first, ...process } = await startCompanion([program, join(folder, "bare.sqlite")]);
    return { ...process, url: first };
  });
  const own = await started("tome serve", path, async () => {
    const platform = await data.serve();
    token = platform.token;
    return platform;
  });
  const answer = await fetch(own.url + path, { headers: { authorization: `Bearer ${token}` } });
  const shown = await answer.json();
  await jsonServer(shown);
  await prism(shown);
  await measure();
} finally {
  for (const { end } of servers) await end();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string[]} packages */
function install(...packages) {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"];
  const args = ["install", ...options, "--prefix", folder, ...packages];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Failed to install the other servers: ${stderr}`);
}

/** @param {{ id: string }} shown */
async function jsonServer(shown) {
  const file = join(folder, "db.json");
  writeFileSync(file, JSON.stringify({ spaces: [shown] }));
  const program = join(folder, "node_modules", "json-server", "lib", "cli", "bin.js");
  return started("json-server", `/spaces/${shown.id}`, () =>
    other((port) => [program, "--quiet", "--port", String(port), file]),
  );
}

/** @param {{ id: string }} shown */
async function prism(shown) {
  const file = join(folder, "openapi.json");
  const content = { "application/json": { schema: { type: "object" }, example: shown } };
  const name = { name: "id", in: "path", required: true, schema: { type: "string" } };
  writeFileSync(
    file,
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Spaces", version: "1" },
      paths: {
        "/v1/spaces/{id}": {
          get: { parameters: [name], responses: { 200: { description: "A space", content } } },
        },
      },
    }),
  );
  const program = join(folder, "node_modules", "@stoplight", "prism-cli", "dist", "index.js");
  return started("Prism mock, of one operation", path, () =>
    other((port) => [program, "mock", "--port", String(port), file]),
  );
}

/**
 * Starts a server that does not report when it is ready.
 * @param {(port: number) => string[]} args
 */
async function other(args) {
  const port = await freePort();
  const child = spawn(process.execPath, args(port), { stdio: "ignore" });
  const ended = once(child, "close");
  const end = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end };
}

/**
 * @param {string} name
 * @param {string} path
 * @param {() => Promise<Pick<Server, "url" | "pid" | "end">>} start
 * @returns {Promise<Server>} once it has answered
 */
async function started(name, path, start) {
  const begun = performance.now();
  const { url, pid, end } = await start();
  const server = { name, url, path, pid, end, started: Number.NaN };
  servers.push(server);
  while (performance.now() - begun < patience) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { headers }).catch(() => undefined);
    if ((await answer?.text()) !== undefined && answer?.ok) {
      server.started = performance.now() - begun;
      return server;
    }
    await pause(5);
  }
  throw new Error(`${name} does not respond at ${url}${path}.`);
}

/** The first server is the baseline. */
async function measure() {
  const options = { token, connections, seconds };
  const loads = await loadInTurns(
    servers.map(
      ({ url, path }) =>
        () =>
          load(url, [path], options),
    ),
    rounds,
  );
  const rows = servers.map(({ name, pid, started }, index) => {
    const { rate, slowest } = loads[index] ?? { rate: Number.NaN, slowest: Number.NaN };
    const beside = (rate / (loads[0]?.rate ?? Number.NaN)).toFixed(2);
    const memory = `${getPeak(pid).toFixed(0)} MiB`;
    return [
      name,
      `${rate.toFixed(0)}/s`,
      beside,
      `${slowest.toFixed(0)} ms`,
      memory,
      `${started.toFixed(0)} ms`,
    ];
  });
  printTable(
    `One thing by its id, ${connections} connections, medians of ${rounds} rounds`,
    ["", "answers", "beside", "p99", "peak memory", "start to first answer"],
    rows,
  );
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
