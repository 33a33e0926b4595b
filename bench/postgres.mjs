/**
 * Load benchmark of `tome serve --database` with one and several processes, against a bare server with the
 * same query: `node bench/postgres.mjs [seconds] [processes]`, after a build. The database server runs on
 * the same machine and shares its processors.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { runTome } from "./measuring/embedded.mjs";
import { load, loadInTurns } from "./measuring/load.mjs";
import { loadRow, printTable } from "./measuring/table.mjs";

const seconds = Number(process.argv[2] ?? 3);
const several = Number(process.argv[3] ?? 3);
const rounds = 3;
const spaces = 100_000;
const connections = 50;
/** Database connections per process, the default of the platform. */
const pooled = 10;
const root = resolve(import.meta.dirname, "..");
const tome = join(root, "bin", "tome.js");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: join(folder, "home") };

const program = await bundleForImport(root, "test/support/platforms/postgres/server.ts", folder);
const { startPostgres } = await import(pathToFileURL(program).href);
const server = await startPostgres(["shared_buffers=256MB", "autovacuum=on"]);
const database = `${server.url}bench`;
try {
  await within(`${server.url}postgres`, "create database bench");
  await measure(await fill());
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates the data by repeating the row of one space. @returns the id of the organization */
async function fill() {
  const local = { ...env, TOME_DATABASE: database, TOME_CONFIG_DIR: join(folder, "settings") };
  const [{ id }] = JSON.parse(runTome(local, "org", "list", "--local", "--json"));
  runTome(local, "space", "create", "--org", id, "--title", "Measured", "--local");
  await within(
    database,
    `insert into spaces select (jsonb_populate_record(s, jsonb_build_object(
        'id', 'space' || lpad(n::text, 8, '0'), 'rank', 'b' || lpad(n::text, 8, '0'),
        'title', 'Space ' || n))).*
      from spaces s, generate_series(0, ${spaces - 1}) as n`,
  );
  await within(database, "vacuum analyze");
  return id;
}

/** @param {string} organization */
async function measure(organization) {
  const bare = await startCompanion([
    join(import.meta.dirname, "measuring", "bare-postgres.mjs"),
    database,
    String(pooled),
  ]);
  const serving = await Promise.all(Array.from({ length: several }, (_, index) => serve(index)));
  try {
    const gets = Array.from(
      { length: 500 },
      (_, index) => `/v1/spaces/space${String(index * 199).padStart(8, "0")}`,
    );
    const list = [`/v1/orgs/${organization}/spaces?limit=50`];
    const [first] = serving;
    const beside = (/** @type {readonly string[]} */ paths) =>
      load(bare.first, paths, { token: "", connections, seconds });
    const one = (/** @type {readonly string[]} */ paths) =>
      load(first?.url ?? "", paths, { token: first?.token ?? "", connections, seconds });
    const [bareGet, get, manyGets, bareList, listed, manyLists] = await loadInTurns(
      [
        () => beside(gets),
        () => one(gets),
        () => shared(serving, gets),
        () => beside(["/v1/list"]),
        () => one(list),
        () => shared(serving, list),
      ],
      rounds,
    );
    printTable(
      `${spaces} spaces in PostgreSQL, ${connections} connections, medians of ${rounds} rounds`,
      ["", "answers", "p99", "beside", "target", ""],
      [
        loadRow("bare node:http and pg, one", bareGet),
        loadRow("tome serve, one by its id", get, bareGet, 0.4),
        loadRow(`the same of ${several} processes`, manyGets, bareGet),
        loadRow("bare node:http and pg, 50", bareList),
        loadRow("tome serve, a list of 50", listed, bareList, 0.35),
        loadRow(`the same of ${several} processes`, manyLists, bareList),
      ],
    );
  } finally {
    await Promise.all([bare, ...serving].map((one) => one.end()));
  }
}

/**
 * Loads all processes at once and divides the connections among them.
 *
 * @param {readonly { url: string, token: string }[]} serving
 * @param {readonly string[]} paths
 */
async function shared(serving, paths) {
  const each = Math.floor(connections / serving.length);
  const all = await Promise.all(
    serving.map(({ url, token }, index) => {
      const more = index < connections % serving.length ? 1 : 0;
      return load(url, paths, { token, connections: each + more, seconds });
    }),
  );
  return {
    rate: all.reduce((sum, { rate }) => sum + rate, 0),
    slowest: Math.max(...all.map(({ slowest }) => slowest)),
  };
}

/** @param {number} index the index of the process, which has its own data folder */
async function serve(index) {
  const ready = join(folder, `ready-${index}`);
  const data = join(folder, `data-${index}`);
  const process = await startCompanion(
    [tome, "serve", "--port", "0", "--data", data, "--ready-file", ready],
    { ...env, TOME_DATABASE: database },
  );
  const { url, token } = JSON.parse(readFileSync(ready, "utf8"));
  return { ...process, url, token };
}

/**
 * @param {string} address
 * @param {string} sql
 */
async function within(address, sql) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(sql);
  await client.end();
}
