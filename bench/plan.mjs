/**
 * Benchmark of `tome plan` against only reading the same data, alternating, from a platform in another
 * process: `node bench/plan.mjs [spaces] [members] [sites] [rounds]`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const [spaces = 500, members = 2000, sites = 10, rounds = 7] = process.argv.slice(2).map(Number);
const size = { spaces, members, sites, teams: 8 };

if (process.env.TOME_BENCH_PROGRAM) {
  const { serve } = await import(process.env.TOME_BENCH_PROGRAM);
  process.send?.(await serve(size));
} else await compare();

async function compare() {
  const root = resolve(import.meta.dirname, "..");
  // Within the checkout, so that packages that are not bundled are found.
  const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));
  try {
    const program = pathToFileURL(
      await bundleForImport(root, "bench/measuring/plan.ts", folder),
    ).href;
    const platform = fork(import.meta.filename, process.argv.slice(2), {
      env: { ...process.env, TOME_BENCH_PROGRAM: program },
    });
    try {
      const [served] = await once(platform, "message");
      const { measure } = await import(program);
      const { requests, reading, planning } = await measure(served, folder, rounds);
      const ratio = median(planning) / median(reading);
      const most = 40 + size.teams + sites;
      printTable(
        `${spaces} spaces, ${members} members, ${sites} sites, ${size.teams} teams`,
        ["", "median", "beside reading", "target"],
        [
          ["reading alone", milliseconds(median(reading)), "1.00", ""],
          ["plan", milliseconds(median(planning)), ratio.toFixed(2), verdict(ratio, 1.3)],
          ["requests of a plan", String(requests), "", verdict(requests, most)],
        ],
      );
    } finally {
      platform.kill();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
