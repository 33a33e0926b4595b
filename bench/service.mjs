/**
 * The embedded platform under load, beside a bare server that does the same read of SQLite:
 * `node bench/service.mjs [seconds]`, after a build.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startCompanion } from "./measuring/companion.mjs";
import { load, loadInTurns } from "./measuring/load.mjs";
import { median } from "./measuring/processes.mjs";
import { printTable } from "./measuring/table.mjs";

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const spaces = 100_000;
const connections = 50;
const tome = resolve(import.meta.dirname, "..", "bin", "tome.js");
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const data = join(folder, "data");
const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: join(folder, "home") };
const serving = [
  tome,
  "serve",
  "--port",
  "0",
  "--data",
  data,
  "--ready-file",
  join(folder, "ready"),
];

try {
  const organization = await fill();
  await measure(organization);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes the data: the row of one space, repeated. Returns the id of the organization. */
async function fill() {
  const local = { ...env, TOME_CONFIG_DIR: join(folder, "settings") };
  run(local, "config", "set", "data-dir", data, "--profile", "local");
  const [{ id }] = JSON.parse(run(local, "org", "list", "--local", "--json"));
  run(local, "space", "create", "--org", id, "--title", "Measured", "--local");
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const database = new DatabaseSync(join(data, "tome.sqlite"));
  const [row] = database.prepare("select * from spaces").all();
  const names = Object.keys(row ?? {});
  const marks = names.map(() => "?").join(", ");
  const insert = database.prepare(`insert into spaces (${names.join(", ")}) values (${marks})`);
  database.exec("begin");
  for (let index = 0; index < spaces; index++) {
    const number = String(index).padStart(8, "0");
    const changed = { ...row, id: `space${number}`, rank: `b${number}`, title: `Space ${index}` };
    insert.run(...names.map((name) => /** @type {any} */ (changed)[name]));
  }
  database.exec("commit");
  database.close();
  copyFileSync(join(data, "tome.sqlite"), join(folder, "bare.sqlite"));
  return id;
}

/** @param {string} organization */
async function measure(organization) {
  const starts = [];
  for (let round = 0; round < 5; round++) starts.push(await timeToAnswer());
  const bare = await startCompanion([
    join(import.meta.dirname, "measuring", "bare-service.mjs"),
    join(folder, "bare.sqlite"),
  ]);
  const platform = await startCompanion(serving, env);
  try {
    const { url, token } = JSON.parse(readFileSync(join(folder, "ready"), "utf8"));
    const ids = Array.from(
      { length: 500 },
      (_, index) => `space${String(index * 199).padStart(8, "0")}`,
    );
    const gets = ids.map((id) => `/v1/spaces/${id}`);
    const list = `/v1/orgs/${organization}/spaces?limit=50`;
    const far = await pageAfter(url, token, `/v1/orgs/${organization}/spaces?limit=50`, 999);
    const options = { token, connections, seconds };
    const [bareGet, get, bareList, first, last] = await loadInTurns(
      [
        () => load(bare.first, gets, options),
        () => load(url, gets, options),
        () => load(bare.first, ["/v1/list"], options),
        () => load(url, [list], options),
        () => load(url, [far], options),
      ],
      rounds,
    );
    const memory = /VmHWM:\s+(\d+) kB/.exec(
      readFileSync(`/proc/${platform.pid}/status`, "utf8"),
    )?.[1];
    const row = (
      /** @type {string} */ name,
      /** @type {any} */ result,
      /** @type {any} */ beside,
      most = "",
    ) => [
      name,
      `${result.rate.toFixed(0)}/s`,
      `${result.slowest.toFixed(0)} ms`,
      beside === undefined ? "" : (result.rate / beside.rate).toFixed(2),
      most,
    ];
    printTable(
      `${spaces} spaces, ${connections} connections, medians of ${rounds} rounds`,
      ["", "answers", "p99", "beside", "at least"],
      [
        row("bare node:http and SQLite, one", bareGet, undefined),
        row("tome serve, one by its id", get, bareGet, "0.5"),
        row("bare node:http and SQLite, 50", bareList, undefined),
        row("tome serve, a list of 50", first, bareList, "0.4"),
        row("tome serve, page 1 000 beside page 1", last, first, "0.77"),
      ],
    );
    printTable(
      "The process",
      ["", "", "at most"],
      [
        ["start to first answer", `${median(starts).toFixed(0)} ms`, "400 ms"],
        ["peak memory under that load", `${(Number(memory) / 1024).toFixed(0)} MiB`, "140 MiB"],
      ],
    );
  } finally {
    await bare.end();
    await platform.end();
  }
}

/** From the start of the process until a request is answered. */
async function timeToAnswer() {
  rmSync(join(folder, "ready"), { force: true });
  const start = performance.now();
  const platform = await startCompanion(serving, env);
  const { url, token } = JSON.parse(readFileSync(join(folder, "ready"), "utf8"));
  const answer = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  const time = performance.now() - start;
  await platform.end();
  return time;
}

/**
 * @param {string} url
 * @param {string} token
 * @param {string} list
 * @param {number} pages to go past
 */
async function pageAfter(url, token, list, pages) {
  let path = list;
  for (let page = 0; page < pages; page++) {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { next } = /** @type {{ next: { page: string } }} */ (await answer.json());
    path = `${list}&page=${encodeURIComponent(next.page)}`;
  }
  return path;
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} args
 */
function run(environment, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tome, ...args], {
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tome ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}
