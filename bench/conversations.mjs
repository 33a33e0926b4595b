/**
 * Benchmark of conversations: ingestion, clustering, lists and cluster purity with 20,000 conversations
 * about 12 topics compared to 2,000: `node bench/conversations.mjs [count] [times]`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleForImport } from "../scripts/building/bundle.mjs";
import { runInProcess } from "./measuring/in-process.mjs";
import { printTable, verdict } from "./measuring/table.mjs";

const few = Number(process.argv[2] ?? 2000);
const times = Number(process.argv[3] ?? 10);
const root = resolve(import.meta.dirname, "..");
// Within the checkout, so that packages that are not bundled are found.
const folder = mkdtempSync(join(root, "node_modules", ".tome-bench-"));

try {
  const program = await bundleForImport(root, "bench/measuring/conversations.ts", folder);
  const [small, large] = [few, few * times].map((count) => {
    const data = join(folder, `data-${count}`);
    mkdirSync(data, { mode: 0o700 });
    return runInProcess(program, "run", data, count);
  });
  const rows = Object.keys(small ?? {}).map((name) => {
    const [one = 0, other = 0] = [small?.[name], large?.[name]];
    if (name === "clusters") return [name, String(one), String(other), "", ""];
    if (name === "purity") return [name, one.toFixed(3), other.toFixed(3), "", ""];
    const ratio = other / one;
    const milliseconds = [one, other].map((value) => `${value.toFixed(1)} ms`);
    const most = name.startsWith("list ") ? undefined : times * 1.5;
    return [name, ...milliseconds, `${ratio.toFixed(1)}x`, verdict(ratio, most)];
  });
  printTable(
    `Conversations: ${few * times} beside ${few}, about 12 topics; linear is ${times}x`,
    ["", String(few), String(few * times), "ratio", ""],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
