/**
 * Benchmark of the main thread of a platform during requests for a space of 12,800 pages: `node
 * bench/main-thread.mjs [part of a name]`, after a build. Prints the longest time that the thread computed
 * without a turn for other requests, as CPU time, which does not depend on the load of the machine. Only
 * on Linux.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filled } from "../test/support/requests/heavy-cases.mjs";
import { createData } from "./measuring/embedded.mjs";
import { asker } from "./measuring/requests.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const wanted = process.argv[2] ?? "";
const most = 50;
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const file = join(folder, "blocks");
writeFileSync(file, "");
const data = createData(folder);
const platform = await data.serve(process.env.PATH, {
  TOME_BLOCKS: file,
  NODE_OPTIONS: `--import ${new URL("./measuring/main-thread-blocks.mjs", import.meta.url).href}`,
});
/** @type {string[][]} */
const rows = [];
try {
  const ask = asker(platform);
  const newSpace = async () => {
    const { value } = await ask(`POST /orgs/${data.organization}/spaces`, { title: "Large" });
    return String(value.id);
  };
  const ground = { ...platform, ...data, folder, ask, newSpace };
  const { space } = await filled(ground, 100, 0.3);
  for (let doubled = 0; doubled < 7; doubled++) {
    await ask(`POST /spaces/${space}/content/template`, { id: space });
  }
  const { value: content } = await ask(`GET /spaces/${space}/content`);
  /** @type {readonly string[]} */
  const ids = content.pages.map((/** @type {{ id: string }} */ { id }) => id);
  const page = (/** @type {number} */ at) => ids[at % ids.length] ?? "";
  /** @param {unknown} [changes] */
  const newRequest = async (changes) => {
    const { value } = await ask(`POST /spaces/${space}/change-requests`, { subject: "Edit" });
    const request = `/spaces/${space}/change-requests/${value.id}`;
    if (changes) await ask(`POST ${request}/content`, { changes });
    await ask(`PATCH ${request}`, { status: "open" });
    return request;
  };
  const title = (/** @type {number} */ at) => ({
    operation: "update_page",
    page: page(at),
    title: `Edited ${at}`,
  });
  const edited = await newRequest();
  const edit = (/** @type {unknown} */ change) =>
    ask(`POST ${edited}/content`, { changes: [change] });
  const document = { markdown: "# Page\n\nA [link](page-1.md) to another page.\n" };
  await measure("the content", () => ask(`GET /spaces/${space}/content`));
  await measure("a title", () => edit(title(6000)));
  await measure("a text with a link", () =>
    edit({ operation: "update_page", page: page(6000), document }),
  );
  await measure("a new page", () =>
    edit({ operation: "insert_page", title: "New", at: 10, document }),
  );
  await measure("a moved page", () =>
    edit({ operation: "update_page", page: page(9000), into: null, at: 5 }),
  );
  await measure("a deleted page", () => edit({ operation: "delete_page", page: page(12_000) }));
  await measure("the changes", () => ask(`GET ${edited}/changes`));
  await measure("a page", () => ask(`GET /spaces/${space}/content/page/${page(7)}`));
  const other = await newRequest([title(100), title(12_500)]);
  await measure("a merge", () => ask(`POST ${other}/merge`, {}));
  await measure("an update", () => ask(`POST ${edited}/update`, {}));
  const third = await newRequest([title(101)]);
  await ask(`POST ${await newRequest([title(102)])}/merge`, {});
  await measure("a merge of both sides", () => ask(`POST ${third}/merge`, {}));
  await measure("a copy of the space", () => ask(`POST /spaces/${space}/duplicate`));
  await measure("the links", () => ask(`GET /spaces/${space}/links`));
  await measure("a first search", () => ask(`GET /spaces/${space}/search?query=plain`));
} finally {
  await platform.end();
  rmSync(folder, { recursive: true, force: true });
}
printTable(
  "Work of the main thread on a space of 12,800 pages",
  ["request", "took", "longest block", `${most} ms`, "status"],
  rows,
);

/** @param {string} name @param {() => Promise<{ status: number }>} run */
async function measure(name, run) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  await pause();
  const before = readFileSync(file, "utf8").length;
  const start = performance.now();
  const { status } = await run();
  const took = performance.now() - start;
  await pause();
  const lines = readFileSync(file, "utf8").slice(before).split("\n").filter(Boolean);
  const longest = Math.max(0, ...lines.map(Number));
  if (!name.includes(wanted)) return;
  rows.push([
    name,
    milliseconds(took),
    milliseconds(longest),
    verdict(longest, most),
    String(status),
  ]);
}
