/**
 * Endurance test of the local platform: `node bench/endurance.mjs [minutes of mixed work]`, after a build.
 * 500 connections read continuously for a minute; then callers create, edit and delete documentation for
 * ten minutes. Prints a line for each minute.
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
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));

try {
  const data = createData(folder);
  const platform = await data.serve();
  try {
    await readFromMany(platform, data.space);
    await work(platform, data.organization);
  } finally {
    await platform.end();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
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
 * Each caller repeatedly creates, edits and deletes documentation.
 * @param {{ url: string, token: string, pid: number }} platform
 * @param {string} organization
 */
async function work(platform, organization) {
  const ask = asker(platform);
  /** @type {number[]} */
  let times = [];
  /** @type {Map<string, number>} */
  const failures = new Map();
  const end = performance.now() + minutes * 60_000;
  let round = 0;

  const timed = async (/** @type {string} */ request, /** @type {unknown} */ body) => {
    const begun = performance.now();
    const { status, value } = await ask(request, body);
    times.push(performance.now() - begun);
    if (status >= 300) {
      const failure = `${status} ${request.replace(/\/[\w-]{20,}/g, "/…")}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
    return value;
  };
  const caller = async () => {
    while (performance.now() < end) await document(timed, organization, round++);
  };

  const rows = [];
  /** Responses per second. @type {number[]} */
  const rates = [];
  let isOver = false;
  const all = Promise.all(Array.from({ length: callers }, caller)).then(() => {
    isOver = true;
  });
  const first = performance.now();
  for (let minute = 1; minute <= minutes && !isOver; minute++) {
    const left = first + minute * 60_000 - performance.now();
    await Promise.race([new Promise((resolve) => setTimeout(resolve, left)), all]);
    const sorted = times.toSorted((a, b) => a - b);
    times = [];
    rates.push(sorted.length / 60);
    rows.push([
      `${minute} min`,
      `${rates.at(-1)?.toFixed(0)}/s`,
      milliseconds(median(sorted)),
      milliseconds(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
      ...size(platform.pid),
    ]);
    console.log(rows.at(-1)?.join("   "));
  }
  await all;
  printTable(
    `${callers} callers, ${round} spaces written, read, discussed and removed`,
    ["after", "answers", "median", "p99", "memory", "open files"],
    rows,
  );
  console.log(`  at most ${getPeak(platform.pid).toFixed(0)} MiB`);
  // The first minute also compiles the code.
  const [early, late] = [median(rates.slice(1, 4)), median(rates.slice(-3))];
  const loss = 1 - late / early;
  console.log(`  lost ${(loss * 100).toFixed(0)}%; target 3%: ${verdict(loss, 0.03)}`);
  const failureLines = [...failures].map(([failure, count]) => `  ${count} × ${failure}`);
  console.log(failureLines.length === 0 ? "  all requests succeeded" : failureLines.join("\n"));
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
