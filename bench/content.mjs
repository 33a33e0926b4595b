/**
 * Benchmark of large spaces: import, edits, lists, links and search with 10,000 pages compared to 1,000,
 * each in its own process: `node bench/content.mjs [pages] [times]`.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { runInProcess } from "./measuring/in-process.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const few = Number(process.argv[2] ?? 1000);
const times = Number(process.argv[3] ?? 10);
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));

try {
  const program = await bundleForImport(root, "bench/measuring/content.ts", folder);
  const [small, large] = [few, few * times].map((pages) => measure(program, pages));
  const rows = Object.keys(small ?? {}).map((name) => {
    const [one = 0, other = 0] = [small?.[name], large?.[name]];
    const ratio = other / one;
    const unit = name === "bytes on disk" ? bytes : milliseconds;
    // Requests that are dominated by overhead vary too much for a comparison.
    const judged = name === "bytes on disk" || one > 5;
    return [
      name,
      unit(one),
      unit(other),
      `${ratio.toFixed(1)}x`,
      judged ? verdict(ratio, times * 1.5) : "",
    ];
  });
  printTable(
    `Content: ${few * times} pages beside ${few}; linear is ${times}x`,
    ["", `${few} pages`, `${few * times} pages`, "ratio", ""],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} program
 * @param {number} pages
 * @returns {Record<string, number>}
 */
function measure(program, pages) {
  const data = join(folder, `data-${pages}`);
  mkdirSync(data, { mode: 0o700 });
  const written = runInProcess(program, "write", data, pages);
  const size = statSync(join(data, "tome.sqlite")).size;
  return { ...written, "bytes on disk": size, ...runInProcess(program, "read", data, pages) };
}

/** @param {number} value */
function bytes(value) {
  return `${(value / 1024 / 1024).toFixed(1)} MiB`;
}
