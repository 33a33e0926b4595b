/**
 * Load benchmark of the local platform against a bare server that runs the same queries in SQLite:
 * `node bench/service.mjs [seconds]`, after a build.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCompanion } from "./measuring/companion.mjs";
import { createData, getPeak } from "./measuring/embedded.mjs";
import { load, loadInTurns } from "./measuring/load.mjs";
import { median } from "./measuring/processes.mjs";
import { loadRow, milliseconds, printTable, verdict } from "./measuring/table.mjs";

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const spaces = 100_000;
const connections = 50;
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));

try {
  const data = createData(folder);
  await fill(data.file);
  await measure(data);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Repeats the row of the space, and creates a copy of the data for the bare server.
 * @param {string} file
 */
async function fill(file) {
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const database = new DatabaseSync(file);
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
  copyFileSync(file, join(folder, "bare.sqlite"));
}

/** @param {ReturnType<typeof createData>} data */
async function measure(data) {
  const starts = [];
  for (let round = 0; round < 5; round++) starts.push(await timeToAnswer(data));
  const bare = await startCompanion([
    join(import.meta.dirname, "measuring", "bare-service.mjs"),
    join(folder, "bare.sqlite"),
  ]);
  const platform = await data.serve();
  try {
    const { url, token } = platform;
    const ids = Array.from(
      { length: 500 },
      (_, index) => `space${String(index * 199).padStart(8, "0")}`,
    );
    const gets = ids.map((id) => `/v1/spaces/${id}`);
    const list = `/v1/orgs/${data.organization}/spaces?limit=50`;
    const far = await pageAfter(url, token, list, 999);
    const renamings = gets.map((path, index) => ({
      method: "PATCH",
      path,
      body: JSON.stringify({ title: `Renamed ${index}` }),
    }));
    const options = { token, connections, seconds };
    const [bareGet, get, bareList, first, last, bareWrite, write] = await loadInTurns(
      [
        () => load(bare.first, gets, options),
        () => load(url, gets, options),
        () => load(bare.first, ["/v1/list"], options),
        () => load(url, [list], options),
        () => load(url, [far], options),
        () => load(bare.first, renamings, options),
        () => load(url, renamings, options),
      ],
      rounds,
    );
    printTable(
      `${spaces} spaces, ${connections} connections, medians of ${rounds} rounds`,
      ["", "answers", "p99", "beside", "target", ""],
      [
        loadRow("bare node:http and SQLite, one read", bareGet),
        loadRow("tome serve, one by its id", get, bareGet, 0.6),
        loadRow("bare node:http and SQLite, 50 read", bareList),
        loadRow("tome serve, a list of 50", first, bareList, 0.55),
        loadRow("tome serve, page 1 000 beside page 1", last, first, 0.9),
        loadRow("bare node:http and SQLite, one written to the disk", bareWrite),
        loadRow("tome serve, one renamed, on the disk", write, bareWrite, 0.6),
      ],
    );
    const [start, memory] = [median(starts), getPeak(platform.pid)];
    printTable(
      "The process",
      ["", "", "target", ""],
      [
        ["start to first answer", milliseconds(start), "110 ms", verdict(start, 110)],
        [
          "peak memory under that load",
          `${memory.toFixed(0)} MiB`,
          "100 MiB",
          verdict(memory, 100),
        ],
      ],
    );
  } finally {
    await bare.end();
    await platform.end();
  }
}

/**
 * The time from the start of the process to the first response.
 * @param {ReturnType<typeof createData>} data
 */
async function timeToAnswer(data) {
  const start = performance.now();
  const { url, token, end } = await data.serve();
  const answer = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  const time = performance.now() - start;
  await end();
  return time;
}

/**
 * @param {string} url
 * @param {string} token
 * @param {string} list
 * @param {number} pages the number of pages to skip
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
