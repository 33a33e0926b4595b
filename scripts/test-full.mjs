/** `npm run test:full [promise…]`: every promise with all its cases, the results kept in docs/promises.md. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { arch, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";
import { keepFindings } from "./promising/page.mjs";
import { promises, proofsOf } from "./promising/promises.mjs";

const root = resolve(import.meta.dirname, "..");
await prepare(root);

const known = Object.values(promises).flatMap((group) => Object.keys(group));
const asked = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !known.includes(id));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}

const gibibytes = Math.round(totalmem() / 2 ** 30);
const machine = `${platform()} ${arch()}, ${cpus().length} cores, ${gibibytes} GiB, Node ${process.versions.node}`;
const date = new Date().toISOString().slice(0, 10);
const folder = await mkdtemp(join(tmpdir(), "tome-full-"));
const failed = [];
try {
  for (const id of asked.length > 0 ? asked : known) {
    const proofs = proofsOf(root, id);
    if (proofs.length === 0) continue;
    const file = join(folder, `${id}.ndjson`);
    // One after the other: a proof under load beside another would measure that one.
    const { status } = run(proofs, file);
    const lines = await readFile(file, "utf8").catch(() => "");
    const said = lines
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const found = said.map((one) => one.found).join("; ");
    if (status !== 0) failed.push(id);
    keepFindings(root, {
      [id]: { found: status === 0 ? found || "passed" : `FAILED (${found})`, date, machine },
    });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(
  failed.length > 0 ? `Failed: ${failed.join(", ")}.` : "Every promise that ran is kept.",
);
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {readonly string[]} files @param {string} record */
function run(files, record) {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return spawnSync(process.execPath, [vitest, "run", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...environment, TOME_FULL: "true", TOME_PROMISES: record },
  });
}
