/**
 * Benchmark of the latency of a second caller during the heaviest requests of a first caller: `node
 * bench/isolation.mjs [part of a name]`, after a build. Prints for each case its duration, the latency of
 * small reads by the second caller, and the memory of the process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cases } from "../test/support/requests/heavy-cases.mjs";
import { commentCases } from "../test/support/requests/heavy-comments.mjs";
import { spaceCases } from "../test/support/requests/heavy-spaces.mjs";
import { callBeside, getSummary, tokenOfAnother } from "../test/support/requests/second-caller.mjs";
import { createData, getPeak } from "./measuring/embedded.mjs";
import { asker } from "./measuring/requests.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const wanted = process.argv[2] ?? "";
/** @type {string[][]} */
const rows = [];
for (const one of [...cases, ...commentCases, ...spaceCases].filter(({ name }) =>
  name.includes(wanted),
)) {
  rows.push(await measure(one));
  console.log(rows.at(-1)?.join(" | "));
}
printTable(
  "Latency of a second caller",
  ["case", "took", "p99", "longest", "memory", "100 ms, 250 ms, 512 MiB", "answer"],
  rows,
);

/** @param {import("../test/support/requests/heavy-cases.mjs").Case} one */
async function measure({ name, prepare, run }) {
  const folder = mkdtempSync(join(tmpdir(), "tome-bench-"));
  const data = createData(folder);
  const platform = await data.serve();
  try {
    const ground = getSetup(platform, data, folder);
    const prepared = await prepare?.(ground);
    const token = await tokenOfAnother(platform.url, platform.admin);
    const beside = await callBeside({ ...platform, token, path: "/v1/user" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await beside.waits();
    const start = performance.now();
    const answer = await run(ground, prepared);
    const took = performance.now() - start;
    const { p99, longest } = getSummary(await beside.waits());
    await beside.end();
    const memory = getPeak(platform.pid);
    const all = [verdict(p99, 100), verdict(longest, 250), verdict(memory, 512)];
    return [
      name,
      milliseconds(took),
      milliseconds(p99),
      milliseconds(longest),
      `${memory.toFixed(0)} MiB`,
      all.every((one) => one === "met") ? "met" : "FALLS SHORT",
      answer.slice(0, 90),
    ];
  } finally {
    await platform.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {{ url: string, token: string }} platform
 * @param {{ organization: string, space: string }} data
 * @param {string} folder
 * @returns {import("../test/support/requests/heavy-cases.mjs").Ground}
 */
function getSetup({ url, token }, { organization, space }, folder) {
  const ask = asker({ url, token });
  const newSpace = async () => {
    const { value } = await ask(`POST /orgs/${organization}/spaces`, { title: "Heavy" });
    return value.id;
  };
  return { folder, url, token, organization, space, ask, newSpace };
}
