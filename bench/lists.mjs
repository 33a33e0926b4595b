/**
 * Benchmark of long lists: streaming 100,000 items against a bare request loop, and laying out tables:
 * `node bench/lists.mjs [rounds]`, after a build.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { startCompanion } from "./measuring/companion.mjs";
import { median, peakMemory, timeInTurns } from "./measuring/processes.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const rounds = Number(process.argv[2] ?? 5);
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
const server = await startCompanion([join(import.meta.dirname, "measuring/bare-server.mjs")]);

try {
  streaming(JSON.parse(server.first).plain);
  await tables();
} finally {
  await server.end();
  rmSync(folder, { recursive: true });
}

/** @param {string} address */
function streaming(address) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TOME_CONFIG_DIR: folder,
    TOME_TOKEN: "token",
    TOME_BASE_URL: address,
  };
  const all = [
    "space",
    "list",
    "--org",
    "organization00000001",
    "--all",
    "--page-size",
    "1000",
    "--format",
    "ndjson",
  ];
  const runs = [
    { name: "a bare loop", args: [join(import.meta.dirname, "measuring/bare-loop.mjs"), address] },
    { name: "tome space list --all", args: [join(root, "bin", "tome.js"), ...all], env },
  ];
  const [, loop, tome] = timeInTurns(runs, rounds);
  const rows = runs.map((run, index) => {
    const { milliseconds } = [loop, tome][index] ?? { milliseconds: Number.NaN };
    const ratio = milliseconds / (loop?.milliseconds ?? Number.NaN);
    const memory = peakMemory(run);
    const isOurs = index === 1;
    return [
      run.name,
      `${milliseconds.toFixed(0)} ms`,
      `${ratio.toFixed(2)}x`,
      isOurs ? "1.1x" : "",
      verdict(ratio, isOurs ? 1.1 : undefined),
      `${memory.toFixed(0)} MiB`,
      isOurs ? "110 MiB" : "",
      verdict(memory, isOurs ? 110 : undefined),
    ];
  });
  const headers = [
    "100 000 items as ndjson",
    "time",
    "ratio",
    "target",
    "",
    "memory",
    "target",
    "",
  ];
  printTable(`Medians of ${rounds} rounds`, headers, rows);
}

async function tables() {
  const file = await bundleForImport(root, "src/terminal/draw/table.ts", folder);
  const { layOutTable } = await import(pathToFileURL(file).href);
  const columns = ["ID", "TITLE", "VISIBILITY", "EDIT MODE", "PARENT", "UPDATED"].map((header) => ({
    header,
    wide: header === "TITLE",
    right: false,
  }));
  const plain = { bold: (/** @type {string} */ text) => text };
  const rows = [];
  for (const [count, most] of /** @type {const} */ ([
    [100, 30],
    [1_000, 400],
    [10_000, 3_000],
  ])) {
    const texts = Array.from({ length: count }, (_, index) => [
      `space${String(index).padStart(15, "0")}`,
      `Handbook of team ${index}, 手册 📘`,
      "in-collection",
      "live",
      `collection${index % 100}`,
      "2 days ago",
    ]);
    const times = [];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      await layOutTable(columns, texts, 120, plain);
      times.push(performance.now() - start);
    }
    // The first layout is the cost for a command, which lays out a single table.
    const [first = Number.NaN] = times;
    const words = [`${first.toFixed(1)} ms`, `${median(times).toFixed(1)} ms`];
    rows.push([
      String(count),
      ...words,
      most === undefined ? "" : `${most} ms`,
      verdict(first, most),
    ]);
  }
  printTable("A table of six columns on 120", ["rows", "the first", "median", "target", ""], rows);
}
