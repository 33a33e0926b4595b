/**
 * Benchmark of `tome check` against reading the same files as an import does, alternating in one process:
 * `node bench/check.mjs [pages] [rounds]`.
 * A table of contents has at most 10 000 entries, two of which are its title and the first page.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const pages = Number(process.argv[2] ?? 9_998);
const rounds = Number(process.argv[3] ?? 3);
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));

try {
  const program = await bundleForImport(root, "bench/measuring/check.ts", folder);
  const { measure } = await import(pathToFileURL(program).href);
  const { reading, checking } = await measure(pages, rounds);
  const ratio = median(checking) / median(reading);
  printTable(
    `A documentation of ${pages} pages`,
    ["", "median", "beside reading", "target"],
    [
      ["reading alone", milliseconds(median(reading)), "1.00", ""],
      ["check", milliseconds(median(checking)), ratio.toFixed(2), verdict(ratio, 1.3)],
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
