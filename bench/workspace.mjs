/**
 * Benchmark of large workspaces: a space of 1,000 pages alone, and among 100,000 spaces and 1,000,000
 * pages: `node bench/workspace.mjs [spaces with pages] [pages each]`. Requires several gigabytes of disk
 * space.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { runInProcess } from "./measuring/in-process.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const full = Number(process.argv[2] ?? 1000);
const pages = Number(process.argv[3] ?? 1000);
const empty = 99 * full;
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));
const [alone, among] = [join(folder, "alone"), join(folder, "among")];

try {
  const program = await bundleForImport(root, "bench/measuring/content.ts", folder);
  mkdirSync(alone, { mode: 0o700 });
  runInProcess(program, "write", alone, pages);
  cpSync(alone, among, { recursive: true });
  const start = performance.now();
  await multiply(join(among, "tome.sqlite"));
  const seconds = (performance.now() - start) / 1000;
  const gigabytes = statSync(join(among, "tome.sqlite")).size / 1e9;
  const [one, other] = [alone, among].map((data) => runInProcess(program, "read", data, pages));
  const rows = Object.entries(one ?? {}).map(([name, time]) => {
    const ratio = (other?.[name] ?? Number.NaN) / time;
    // Requests that are dominated by overhead vary too much for a comparison.
    const judged = time > 5 ? verdict(ratio, 1.5) : "";
    return [
      name,
      milliseconds(time),
      milliseconds(other?.[name] ?? 0),
      `${ratio.toFixed(2)}x`,
      judged,
    ];
  });
  printTable(
    `${full + empty} spaces, ${full * pages} pages, ${gigabytes.toFixed(1)} GB, filled in ${seconds.toFixed(0)} s`,
    ["", "one space alone", "among all", "ratio", ""],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Copies the first space, with and without its pages.
 * @param {string} file
 */
async function multiply(file) {
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const database = new DatabaseSync(file);
  const [first] = database.prepare("select * from spaces order by rank, id limit 1").all();
  const { id, revision_id: revision } = /** @type {Record<string, string>} */ (first);
  const numbers = (/** @type {number} */ last) =>
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${last})`;
  /** @type {(table: string, changed: Record<string, string>, where: string, last: number) => void} */
  const copy = (table, changed, where, last) => {
    const columns = database.prepare(`pragma table_info(${table})`).all();
    const names = columns.map(({ name }) => String(name));
    const values = names.map((name) => changed[name] ?? `${table}.${name}`);
    database.exec(
      `${numbers(last)} insert into ${table} (${names.join(", ")})
       select ${values.join(", ")} from numbers, ${table} where ${where}`,
    );
  };
  database.exec("begin");
  const position = { space_id: "'full' || n" };
  copy(
    "spaces",
    { id: "'full' || n", revision_id: "'revision' || n", rank: "'y' || n", title: "'Full ' || n" },
    `spaces.id = '${id}'`,
    full - 1,
  );
  copy(
    "spaces",
    { id: "'empty' || n", rank: "'z' || n", title: "'Empty ' || n" },
    `spaces.id = '${id}'`,
    empty,
  );
  copy(
    "revisions",
    { id: "'revision' || n", ...position, parents: "'[]'" },
    `revisions.id = '${revision}'`,
    full - 1,
  );
  for (const table of ["tree_objects", "documents"]) {
    copy(table, position, `${table}.space_id = '${id}'`, full - 1);
  }
  database.exec("commit");
  database.close();
}
