/**
 * Benchmark of the pages of a published site against a bare server that sends as many bytes from memory:
 * `node bench/published.mjs [rounds]`, after a build.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { startCompanion } from "./measuring/companion.mjs";
import { createData, runTome } from "./measuring/embedded.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 40);
const connections = 50;
const asked = 5000;
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

try {
  await measure();
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const data = createData(folder);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, "home"),
    TOME_CONFIG_DIR: join(folder, "settings"),
  };
  runTome(env, "local", "seed", "--profile", "local");
  const platform = await data.serve();
  /** @type {string[]} */
  const pages = [];
  let bytes = 0;
  try {
    const site = await siteOf(platform, data.organization);
    for (const path of await listPages(platform.url, `/_site/${site}`)) {
      const { status, size } = await timed(platform.url + path);
      if (status !== 200) continue;
      pages.push(path);
      bytes += size;
    }
  } finally {
    await platform.end();
  }
  const bare = await startCompanion([
    join(import.meta.dirname, "measuring", "bare-page.mjs"),
    String(Math.round(bytes / pages.length)),
  ]);
  // A new process has an empty page cache, but it preloads the renderer when it starts.
  const again = await data.serve();
  try {
    await pause(500);
    const first = [];
    for (const path of pages) first.push((await timed(again.url + path)).time);
    /** @type {number[]} */
    const known = [];
    /** @type {number[]} */
    const beside = [];
    for (let round = 0; round < rounds; round++) {
      for (const path of pages) {
        known.push((await timed(again.url + path)).time);
        beside.push((await timed(bare.first)).time);
      }
    }
    const crowd = await together(pages.map((path) => again.url + path));
    const bareCrowd = await together(pages.map(() => bare.first));
    const base = quantile(beside, 0.5);
    const row = (/** @type {string} */ name, /** @type {number[]} */ times) => [
      name,
      milliseconds(quantile(times, 0.5)),
      milliseconds(quantile(times, 0.99)),
      (quantile(times, 0.5) / base).toFixed(1),
      verdict(quantile(times, 0.5), 10),
      verdict(quantile(times, 0.99), 50),
    ];
    printTable(
      `${pages.length} pages of the sample's site, one after the other`,
      ["", "p50", "p99", "to bare", "p50 under 10 ms", "p99 under 50 ms"],
      [
        row("bare node:http, as many bytes from memory", beside),
        row("tome serve, each page for the first time", first),
        row("tome serve, pages that were read before", known),
      ],
    );
    printTable(
      `The same pages, ${connections} connections at a time, each asking again at once`,
      ["", "p50", "p99", "to bare"],
      [
        ["bare node:http", bareCrowd],
        ["tome serve", crowd],
      ].map(([name, times]) => [
        String(name),
        milliseconds(quantile(/** @type {number[]} */ (times), 0.5)),
        milliseconds(quantile(/** @type {number[]} */ (times), 0.99)),
        (quantile(/** @type {number[]} */ (times), 0.5) / quantile(bareCrowd, 0.5)).toFixed(1),
      ]),
    );
  } finally {
    await again.end();
    await bare.end();
  }
}

/**
 * The duration of each request under concurrent load.
 * @param {readonly string[]} addresses the URLs to request in turn
 */
async function together(addresses) {
  const many = new Agent({ keepAlive: true, maxSockets: connections });
  /** @type {number[]} */
  const times = [];
  let next = 0;
  const reader = async () => {
    while (next < asked) {
      const address = addresses[next++ % addresses.length] ?? "";
      times.push((await timed(address, many)).time);
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  many.destroy();
  return times;
}

/**
 * @param {{ url: string, token: string }} platform
 * @param {string} organization
 */
async function siteOf({ url, token }, organization) {
  const answer = await fetch(`${url}/v1/orgs/${organization}/sites`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = /** @type {{ items: { id: string, published: boolean }[] }} */ (
    await answer.json()
  );
  const site = items.find(({ published }) => published);
  if (!site) throw new Error("The sample has no published site.");
  return site.id;
}

/**
 * All pages that are reachable by links from the first page.
 * @param {string} url
 * @param {string} first
 */
async function listPages(url, first) {
  const paths = [first];
  for (const path of paths) {
    const { body } = await timed(url + path);
    for (const [, link = ""] of body.matchAll(/href="([^"#?]+)/g)) {
      if (link.startsWith(first) && !link.includes("~") && !paths.includes(link)) paths.push(link);
    }
  }
  return paths;
}

/**
 * @param {string} address
 * @param {Agent} [through]
 */
async function timed(address, through = agent) {
  const start = performance.now();
  const answer = await new Promise((resolve, reject) =>
    get(address, { agent: through }, resolve).on("error", reject),
  );
  const body = await text(answer);
  const time = performance.now() - start;
  return { time, status: Number(answer.statusCode), size: Buffer.byteLength(body), body };
}

/**
 * @param {readonly number[]} values
 * @param {number} share
 */
function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
