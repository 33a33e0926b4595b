/**
 * Benchmark of counting the visits of published pages: CPU time of the server and latency for each
 * request, with and without counting, in alternating batches: `node bench/insights.mjs [rounds]`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 200);
// Short, so that both modes meet the same disturbances by other programs.
const batch = 200;
const connections = 8;
const visitors = 100;
const limit = 1.05;
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));
const agent = new Agent({ keepAlive: true, maxSockets: connections });

try {
  await measure(await bundleForImport(root, "bench/measuring/insights.ts", folder));
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} program */
async function measure(program) {
  const server = fork(program, [], { env: { PATH: process.env.PATH, HOME: folder } });
  const [{ url, site }] = await once(server, "message");
  const pages = await listPages(url, `/_site/${site}`);
  /** @type {(isCounted: boolean) => Promise<number>} */
  const readTime = async (isCounted) => {
    server.send({ isCounted });
    const [{ time }] = await once(server, "message");
    return time;
  };
  /** @type {Record<"on" | "off", { cpu: number, latency: number }[]>} */
  const batches = { on: [], off: [] };
  try {
    // The code is compiled, and the pages are cached.
    for (let round = 0; round < 20; round++) await requestPages(url, pages);
    for (let round = 0; round < rounds; round++) {
      /** @type {("on" | "off")[]} */
      const modes = round % 2 === 0 ? ["off", "on"] : ["on", "off"];
      for (const mode of modes) {
        const before = await readTime(mode === "on");
        const times = await requestPages(url, pages);
        const cpu = ((await readTime(mode === "on")) - before) / batch;
        batches[mode].push({ cpu, latency: median(times) * 1000 });
      }
    }
  } finally {
    server.disconnect();
    await once(server, "exit");
  }
  const row = (/** @type {string} */ name, /** @type {"cpu" | "latency"} */ key) => {
    const [on, off] = [batches.on, batches.off].map((all) => median(all.map((one) => one[key])));
    // Neighboring batches have the same conditions.
    const ratio = median(batches.on.map((one, at) => one[key] / (batches.off[at]?.[key] ?? 0)));
    const unit = (/** @type {number} */ value) => `${value.toFixed(1)} µs`;
    return [name, unit(off ?? 0), unit(on ?? 0), ratio.toFixed(3), verdict(ratio, limit)];
  };
  printTable(
    `${rounds} batches of ${batch} requests by ${visitors} visitors each, ${pages.length} cached pages`,
    ["", "not counted", "counted", "ratio", `at most ${limit}`],
    [row("CPU time of the server for each request", "cpu"), row("latency, p50", "latency")],
  );
}

/**
 * Requests pages as different visitors.
 * @param {string} url
 * @param {readonly string[]} pages
 * @returns {Promise<number[]>} the latencies in milliseconds
 */
async function requestPages(url, pages) {
  /** @type {number[]} */
  const times = [];
  let next = 0;
  const reader = async () => {
    while (next < batch) {
      const number = next++;
      const headers = {
        "user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${number % visitors}.0) Gecko/20100101 Firefox/${number % visitors}.0`,
        ...(number % 3 === 0 && { referer: "https://www.example.com/search" }),
      };
      const begun = performance.now();
      await read(url + pages[number % pages.length], headers);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return times;
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<string>}
 */
function read(url, headers = {}) {
  return new Promise((done, fail) => {
    get(url, { agent, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) done(body);
        else fail(new Error(`${url}: ${response.statusCode}`));
      });
    }).on("error", fail);
  });
}

/**
 * The pages to which the home page links.
 * @param {string} url
 * @param {string} home
 * @returns {Promise<string[]>}
 */
async function listPages(url, home) {
  const body = await read(url + home);
  const found = [...body.matchAll(/href="([^"#?]+)"/g)].map(([, path = ""]) => path);
  const pages = [];
  for (const path of new Set([home, ...found.filter((path) => path.startsWith(`${home}/`))])) {
    // Files and redirects are not pages.
    if (/\.\w+$/.test(path)) continue;
    if (await read(url + path).then(Boolean, () => false)) pages.push(path);
  }
  return pages;
}

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
