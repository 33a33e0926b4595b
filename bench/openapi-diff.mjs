/**
 * Benchmark of comparing two versions of a specification against reading them, in one process:
 * `node bench/openapi-diff.mjs [megabytes] [rounds]`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const megabytes = Number(process.argv[2] ?? 4);
const rounds = Number(process.argv[3] ?? 3);
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));

try {
  const program = await bundleForImport(root, "bench/measuring/openapi-diff.ts", folder);
  // Runs in its own process, to measure only the memory of the comparison.
  const script = `import { measure } from ${JSON.stringify(pathToFileURL(program).href)};
    const found = await measure(${megabytes}, ${rounds});
    console.log(JSON.stringify({ ...found, memory: process.resourceUsage().maxRSS / 1024 }));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script]);
  const { reading, comparing, changes, bytes, memory } = JSON.parse(String(output));
  const ratio = median(comparing) / median(reading);
  printTable(
    `Two specifications of ${(bytes / 1e6).toFixed(1)} MB with ${changes} changes; at most ${Math.round(memory)} MiB`,
    ["", "median", "beside reading", "target"],
    [
      ["reading alone", milliseconds(median(reading)), "1.00", ""],
      ["comparing", milliseconds(median(comparing)), ratio.toFixed(2), verdict(ratio, 5)],
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
