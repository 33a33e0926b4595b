/**
 * Benchmark of one organization among many in PostgreSQL against the same organization alone:
 * `node bench/organizations.mjs [organizations] [spaces] [rounds]`, after a build. The organization is
 * created through the API; the others are copies of its rows. Both databases are on one server and are
 * measured alternately, so that only ratios within one run are compared.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { median } from "./measuring/processes.mjs";
import { asker } from "./measuring/requests.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const [organizations = 1000, spaces = 100, rounds = 5] = process.argv.slice(2).map(Number);
/** Requests that are too short for the processor clock are repeated. */
const repeated = 20;
const people = 20;
/**
 * The maximum ratios. Background work adds a few statements, and an index of many rows has up to two
 * levels more, each of which is one block for each search. Reading the rows of all organizations would
 * multiply the blocks by their number.
 */
const targets = { statements: 1.05, blocks: 3, cpu: 1.2 };
const root = resolve(import.meta.dirname, "..");
const tome = join(root, "bin", "tome.js");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, TOME_CONFIG_DIR: join(folder, "settings") };

const names = /** @type {const} */ (["alone", "among"]);
/** Tables whose rows are not copied: they belong to no organization, or no measured command reads them. */
const otherTables = ["facts", "tokens", "jobs", "audit_events", "blobs"];
/** Columns with ids of copied rows that are not foreign keys. */
const idColumns = ["space_id", "revision_id", "revision_initial", "revision_merged", "content_id"];

const program = await bundleForImport(root, "test/support/platforms/postgres/server.ts", folder);
const { startPostgres } = await import(pathToFileURL(program).href);
const server = await startPostgres([
  "shared_buffers=256MB",
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track_utility=off",
]);
try {
  await run(`${server.url}postgres`, "create database alone");
  const organization = await fill();
  await run(`${server.url}postgres`, "create database among template alone");
  await copyOrganization();
  for (const name of ["alone", "among"]) {
    await run(`${server.url}${name}`, "create extension pg_stat_statements", "vacuum analyze");
  }
  await compare(organization);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates the measured organization in the database `alone`. @returns its id */
async function fill() {
  const serving = await serve("alone");
  try {
    const ask = asker(serving);
    const send = async (/** @type {string} */ request, /** @type {unknown} */ body) => {
      const { status, value } = await ask(request, body);
      if (status >= 400) throw new Error(`${request}: ${status} ${JSON.stringify(value)}`);
      return value;
    };
    const [{ id }] = (await send("GET /orgs", undefined)).items;
    await run(
      `${server.url}alone`,
      `insert into users (id, display_name, email, created_at)
        select 'user' || lpad(n::text, 16, '0'), 'Person ' || n, 'person-' || n || '@example.com',
          '2026-01-01T00:00:00.000Z' from generate_series(1, ${people}) n`,
      `insert into members (organization_id, user_id, role, disabled, sso, joined_at)
        select '${id}', id, 'read', 0, 0, created_at from users where id like 'user0%'`,
    );
    const collection = await send(`POST /orgs/${id}/collections`, { title: "Guides" });
    for (let at = 0; at < spaces; at++) {
      const parent = at % 2 === 0 ? { parent: collection.id } : {};
      const space = await send(`POST /orgs/${id}/spaces`, { title: `Space ${at}`, ...parent });
      const request = await send(`POST /spaces/${space.id}/change-requests`, { subject: "Pages" });
      const of = `/spaces/${space.id}/change-requests/${request.id}`;
      await send(`POST ${of}/content`, {
        changes: [1, 2].map((page) => ({
          operation: "insert_page",
          title: `Rotation ${page}`,
          document: {
            markdown: `# Rotation\n\nRotate a token of gateway ${at}. ${"Wait for the next period. ".repeat(20)}`,
          },
        })),
      });
      await send(`POST ${of}/merge`, {});
    }
    // The first search indexes the pages.
    await send(`GET /orgs/${id}/search?query=rotate`, undefined);
    return String(id);
  } finally {
    await serving.end();
  }
}

/** Copies the rows of the database `among` for each further organization, with new ids. */
async function copyOrganization() {
  const client = new pg.Client({ connectionString: `${server.url}among` });
  await client.connect();
  // Copies refer to copies; the keys are valid, but need not be checked in order.
  await client.query("set session_replication_role = replica");
  const { rows: columns } = await client.query(
    `select c.table_name as table, c.column_name as name,
        c.column_name = any($1) or (c.column_name = 'id' and c.data_type = 'text') or exists (
          select from pg_constraint k where k.contype = 'f'
            and k.conrelid = c.table_name::regclass and c.data_type = 'text'
            and k.conkey[1] = c.ordinal_position and cardinality(k.conkey) = 1
            and k.confrelid <> 'blobs'::regclass and k.confrelid <> 'integrations'::regclass
        ) as is_id,
        c.is_identity = 'YES' as is_generated
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> all($2)
      order by c.table_name, c.ordinal_position`,
    [idColumns, otherTables],
  );
  /** @typedef {{ table: string, name: string, is_id: boolean, is_generated: boolean }} Column */
  /** @type {Map<string, Column[]>} */
  const tables = new Map();
  for (const column of columns) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  }
  for (const [table, all] of tables) {
    const list = all.filter(({ is_generated: isGenerated }) => !isGenerated);
    if (!list.some(({ is_id: isId }) => isId)) continue;
    const names = list.map(({ name }) => `"${name}"`).join(", ");
    const values = list.map(({ name, is_id: isId }) => {
      if (isId) return `overlay(t."${name}" placing lpad(to_hex(n), 4, '_') from 1 for 4)`;
      if (table === "users" && name === "email") return "n || t.email";
      return `t."${name}"`;
    });
    const { rowCount } = await client.query(
      `insert into "${table}" (${names}) select ${values.join(", ")}
        from "${table}" t, generate_series(1, ${organizations - 1}) n`,
    );
    if (rowCount) console.log(`${table}: ${rowCount} rows copied`);
  }
  await client.end();
}

/**
 * Measures each command on both databases.
 * @param {string} organization
 */
async function compare(organization) {
  const serving = { alone: await serve("alone"), among: await serve("among") };
  try {
    await measure(organization, serving);
  } finally {
    for (const name of names) await serving[name].end();
  }
}

/**
 * @param {string} organization
 * @param {Readonly<Record<"alone" | "among", Awaited<ReturnType<typeof serve>>>>} serving
 */
async function measure(organization, serving) {
  const statistics = new pg.Client({ connectionString: `${server.url}postgres` });
  // If a measurement fails, the server ends before the client.
  statistics.on("error", () => {});
  await statistics.connect();
  await statistics.query("create extension pg_stat_statements");
  const files = (/** @type {"alone" | "among"} */ name) => join(folder, `files-${name}`);
  const get = async (/** @type {"alone" | "among"} */ name, /** @type {string} */ path) => {
    const ask = asker(serving[name]);
    for (let count = 0; count < repeated; count++) {
      const { status } = await ask(`GET ${path}`);
      if (status !== 200) throw new Error(`GET ${path}: ${status}`);
    }
  };
  const command = async (
    /** @type {"alone" | "among"} */ name,
    /** @type {string[]} */ ...args
  ) => {
    const { url, token } = serving[name];
    const own = { ...env, TOME_BASE_URL: url, TOME_TOKEN: token, TOME_ORG: organization };
    const { status, stderr } = spawnSync(process.execPath, [tome, ...args], {
      env: own,
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tome ${args.join(" ")} ended with ${status}: ${stderr}`);
  };
  // The lock file names the platform.
  for (const name of names) await command(name, "export", files(name));
  /** @type {readonly [string, (name: "alone" | "among") => Promise<void>][]} */
  const cases = [
    ["a list of 100 spaces", (name) => get(name, `/orgs/${organization}/spaces?limit=100`)],
    ["a list of the organizations", (name) => get(name, "/orgs")],
    ["a list of the members", (name) => get(name, `/orgs/${organization}/members?limit=100`)],
    ["a search for a word", (name) => get(name, `/orgs/${organization}/search?query=rotate`)],
    [
      "a search for two words",
      (name) => get(name, `/orgs/${organization}/search?query=rotate%20token`),
    ],
    ["tome space list --all", (name) => command(name, "space", "list", "--all")],
    ["tome plan", (name) => command(name, "plan", files(name), "--fail")],
    ["tome check", (name) => command(name, "check")],
  ];
  const rows = [];
  for (const [title, work] of cases) {
    const costs = { alone: /** @type {Cost[]} */ ([]), among: /** @type {Cost[]} */ ([]) };
    // The first round loads modules and fills caches.
    for (let round = -1; round < rounds; round++) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        await statistics.query("select pg_stat_statements_reset()");
        const before = readProcessorTime(serving[name].pid) + readProcessorTimeOfDatabase();
        await work(name);
        const cpu = readProcessorTime(serving[name].pid) + readProcessorTimeOfDatabase() - before;
        if (round >= 0) costs[name].push({ cpu, ...(await readStatements(statistics, name)) });
      }
    }
    const value = (/** @type {"alone" | "among"} */ name, /** @type {keyof Cost} */ part) =>
      median(costs[name].map((cost) => cost[part]));
    const ratio = (/** @type {keyof Cost} */ part) => value("among", part) / value("alone", part);
    const isMet =
      ratio("statements") <= targets.statements &&
      ratio("blocks") <= targets.blocks &&
      ratio("cpu") <= targets.cpu;
    rows.push([
      title,
      `${value("alone", "statements")} / ${value("among", "statements")}`,
      `${value("alone", "blocks")} / ${value("among", "blocks")}`,
      ratio("blocks").toFixed(2),
      `${value("alone", "cpu")} / ${value("among", "cpu")} ms`,
      ratio("cpu").toFixed(2),
      verdict(isMet ? 0 : 1, 0),
    ]);
  }
  printTable(
    `One organization of ${spaces} spaces, alone / among ${organizations}; medians of ${rounds} rounds; requests ${repeated} times`,
    ["", "statements", "blocks", "ratio", "CPU", "ratio", ""],
    rows,
  );
  await statistics.end();
}

/** @typedef {{ cpu: number, statements: number, blocks: number }} Cost CPU in milliseconds */

/**
 * The statements of a database since the last reset, without those that each process repeats.
 * @param {pg.Client} client
 * @param {string} name
 */
async function readStatements(client, name) {
  const { rows } = await client.query(
    `select coalesce(sum(calls), 0)::int as statements,
        coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as blocks
      from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = $1 and query not like '%"facts"%'`,
    [name],
  );
  return { statements: Number(rows[0].statements), blocks: Number(rows[0].blocks) };
}

/**
 * The processor time of a process, in milliseconds.
 * @param {number | string} pid
 * @param {boolean} [withEnded] includes its ended children
 */
function readProcessorTime(pid, withEnded = false) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may contain spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

/** All processes of the database server, including those that have ended. */
function readProcessorTimeOfDatabase() {
  let sum = readProcessorTime(server.pid, true);
  for (const thread of readdirSync(`/proc/${server.pid}/task`)) {
    const children = readFileSync(`/proc/${server.pid}/task/${thread}/children`, "utf8");
    for (const pid of children.split(" ").filter(Boolean)) {
      try {
        sum += readProcessorTime(pid);
      } catch {
        // It ended just now; its parent counts it.
      }
    }
  }
  return sum;
}

/** @param {"alone" | "among"} name the database */
async function serve(name) {
  const ready = join(folder, `ready-${name}`);
  rmSync(ready, { force: true });
  const data = join(folder, `data-${name}`);
  // Jobs would add statements at any time.
  const args = [tome, "serve", "--port", "0", "--jobs", "none", "--data", data];
  const process = await startCompanion([...args, "--ready-file", ready], {
    ...env,
    TOME_DATABASE: `${server.url}${name}`,
  });
  const { url, token } = JSON.parse(readFileSync(ready, "utf8"));
  return { ...process, url: String(url), token: String(token) };
}

/**
 * @param {string} address
 * @param {readonly string[]} statements
 */
async function run(address, ...statements) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
