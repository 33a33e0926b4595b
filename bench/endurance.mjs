/**
 * Endurance test of the local platform: `node bench/endurance.mjs [minutes of mixed work]`, after a build.
 * 500 connections read continuously for a minute; then callers create, edit and delete documentation for
 * ten minutes. Prints a line for each minute. At the end, the platform and a new one work by turns, because
 * the speed of a machine changes in ten minutes by more than the target.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createData, getPeak } from "./measuring/embedded.mjs";
import { load } from "./measuring/load.mjs";
import { median } from "./measuring/processes.mjs";
import { asker } from "./measuring/requests.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const minutes = Number(process.argv[2] ?? 10);
const callers = 8;
const connections = 500;
/** The number of spaces that callers have created. */
let rounds = 0;
/** Turns of each platform at the end, and their length in seconds. */
const turns = 5;
const turnLength = 15;

await withPlatform(async (used) => {
  await readFromMany(used.platform, used.data.space);
  await work(used);
  await withPlatform((fresh) => compare(used, fresh));
});

/** @typedef {ReturnType<typeof createData>} Data */
/** @typedef {{ data: Data, platform: Awaited<ReturnType<Data["serve"]>> }} Served */

/**
 * Runs `use` with a new platform.
 * @param {(served: Served) => Promise<void>} use
 */
async function withPlatform(use) {
  const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
  try {
    const data = createData(folder);
    const platform = await data.serve();
    try {
      await use({ data, platform });
    } finally {
      await platform.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {{ url: string, token: string, pid: number }} platform
 * @param {string} space
 */
async function readFromMany({ url, token, pid }, space) {
  const paths = [`/v1/spaces/${space}`, `/v1/spaces/${space}/content/pages`, "/v1/user"];
  const rows = [];
  for (let part = 0; part < 4; part++) {
    const { rate, slowest } = await load(url, paths, { token, connections, seconds: 15 });
    rows.push([
      `${15 * (part + 1)} s`,
      `${rate.toFixed(0)}/s`,
      milliseconds(slowest),
      ...size(pid),
    ]);
  }
  printTable(
    `${connections} connections that never pause; any other answer than 200 ends this`,
    ["after", "answers", "p99", "memory", "open files"],
    rows,
  );
  console.log(`  at most ${getPeak(pid).toFixed(0)} MiB`);
}

/**
 * Callers create, edit and delete documentation for some minutes.
 * @param {Served} served
 */
async function work({ data, platform }) {
  const rows = [];
  /** @type {Map<string, number>} */
  const failures = new Map();
  for (let minute = 1; minute <= minutes; minute++) {
    const times = await callFor(60, { data, platform, failures });
    rows.push([
      `${minute} min`,
      `${(times.length / 60).toFixed(0)}/s`,
      milliseconds(median(times)),
      milliseconds(times[Math.floor(times.length * 0.99)] ?? Number.NaN),
      ...size(platform.pid),
    ]);
    console.log(rows.at(-1)?.join("   "));
  }
  printTable(
    `${callers} callers, ${rounds} spaces written, read, discussed and removed`,
    ["after", "answers", "median", "p99", "memory", "open files"],
    rows,
  );
  console.log(`  at most ${getPeak(platform.pid).toFixed(0)} MiB`);
  const lines = [...failures].map(([failure, count]) => `  ${count} × ${failure}`);
  console.log(lines.length === 0 ? "  all requests succeeded" : lines.join("\n"));
}

/**
 * Compares the throughput of a platform with that of a new one.
 * @param {Served} used
 * @param {Served} fresh
 */
async function compare(used, fresh) {
  // The first minute also compiles the code.
  await callFor(60, fresh);
  const ratios = [];
  for (let turn = 0; turn < turns; turn++) {
    const before = await callFor(turnLength, used);
    const after = await callFor(turnLength, fresh);
    ratios.push(before.length / after.length);
  }
  const loss = 1 - median(ratios);
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
  console.log(`\n  relative to a new platform, by turns: ${each}`);
  console.log(`  lost ${(loss * 100).toFixed(0)}%; target 3%: ${verdict(loss, 0.03)}`);
}

/**
 * Each caller repeatedly creates, edits and deletes documentation.
 * @param {number} seconds
 * @param {Served & { failures?: Map<string, number> }} options
 * @returns the time of each request in milliseconds, in ascending order
 */
async function callFor(seconds, { data, platform, failures = new Map() }) {
  const ask = asker(platform);
  /** @type {number[]} */
  const times = [];
  const end = performance.now() + seconds * 1000;
  const timed = async (/** @type {string} */ request, /** @type {unknown} */ body) => {
    const begun = performance.now();
    const { status, value } = await ask(request, body);
    const ended = performance.now();
    // Callers complete their space after the end, which does not count.
    if (ended < end) times.push(ended - begun);
    if (status >= 300) {
      const failure = `${status} ${request.replace(/\/[\w-]{20,}/g, "/…")}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
    return value;
  };
  const caller = async () => {
    while (performance.now() < end) await document(timed, data.organization, rounds++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times.toSorted((a, b) => a - b);
}

/**
 * The life cycle of one documentation: 27 requests, 14 of which are reads.
 * @param {(request: string, body?: unknown) => Promise<any>} ask
 * @param {string} organization
 * @param {number} round
 */
async function document(ask, organization, round) {
  const { id } = await ask(`POST /orgs/${organization}/spaces`, { title: `Handbook ${round}` });
  const space = `/spaces/${id}`;
  for (let edit = 0; edit < 3; edit++) {
    const request = await ask(`POST ${space}/change-requests`, { subject: `Chapter ${edit}` });
    const change = `${space}/change-requests/${request.id}`;
    const markdown = `# Steps\n\n${"Press the button, and wait for its light. ".repeat(20 + edit)}`;
    const changes = [
      { operation: "insert_page", title: `Chapter ${edit}`, document: { markdown } },
    ];
    await ask(`POST ${change}/content`, { changes });
    await ask(`GET ${change}/changes`);
    await ask(`POST ${change}/merge`);
    await ask(`GET ${space}/search?query=button`);
    await ask(`GET ${space}/content/pages`);
    await ask(`GET /orgs/${organization}/spaces?limit=50`);
  }
  const comment = await ask(`POST ${space}/comments`, { body: { markdown: "Is this still so?" } });
  await ask(`POST ${space}/comments/${comment.id}/replies`, { body: { markdown: "It is." } });
  await ask(`GET ${space}/comments`);
  await ask(`GET ${space}/content/pages`);
  await ask(`DELETE ${space}`);
}

/**
 * The current resource usage of a process.
 * @param {number} pid
 */
function size(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
  const files = readdirSync(`/proc/${pid}/fd`).length;
  return [`${(Number(kibibytes) / 1024).toFixed(0)} MiB`, String(files)];
}
