/**
 * Benchmark of merges: pages that both sides edited in different paragraphs, with twice as many
 * beside them: `node bench/merge.mjs [pages]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { runInProcess } from "./measuring/in-process.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const pages = Number(process.argv[2] ?? 500);
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));

try {
  const program = await bundleForImport(root, "bench/measuring/merge.ts", folder);
  const [small, large] = [pages, pages * 2].map((count) =>
    runInProcess(program, "merge", folder, count),
  );
  const rows = Object.keys(small ?? {}).map((name) => {
    const [one = 0, other = 0] = [small?.[name], large?.[name]];
    const ratio = other / one;
    // Merges that only look up their result vary too much for a comparison.
    const result = one > 20 ? verdict(ratio, 3) : "";
    return [name, milliseconds(one), milliseconds(other), `${ratio.toFixed(1)}x`, result];
  });
  printTable(
    `Merge of ${pages} pages; linear is 2x`,
    ["", `${pages} pages`, `${pages * 2} pages`, "ratio", ""],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
