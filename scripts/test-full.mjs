/**
 * `npm run test:full [promise…]`: every promise with all its cases, the results kept in docs/promises.md,
 * and then the long forms of the other tests, which `npm run test:full others` runs alone. `--resume`
 * leaves out what has passed if neither the program nor the proof has changed since: it goes on with a
 * run that was broken off.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { arch, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepare } from "./preparing/prepare.mjs";
import { countChanged, stateOf } from "./promising/history.mjs";
import { lengthOf, writePage } from "./promising/page.mjs";
import { promises, sourcesOf } from "./promising/promises.mjs";
import { prove } from "./promising/proving.mjs";
import { keepRecord, recordsOf } from "./promising/records.mjs";
import { carryOut, estimateOf, scheduleOf } from "./promising/schedule.mjs";
import { runLongForms } from "./testing/long-forms.mjs";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { resume: { type: "boolean", default: false } },
});
const known = Object.values(promises).flatMap((group) => Object.keys(group));
/** What the long run does beside the promises. */
const others = "OTHERS";
const every = [...known, others];
const named = positionals.map((id) => id.toUpperCase());
const unknown = named.filter((id) => !every.includes(id));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(", ")}; there are ${every.join(", ")}.`);
  process.exit(2);
}
await prepare(root);

const state = stateOf(root);
const records = recordsOf(root);
const asked = named.length > 0 ? named : every;
const ids = asked.filter((id) => id !== others && !(values.resume && isProved(id)));
const schedule = scheduleOf(ids, records);
if (ids.length > 0) console.log(estimateOf(schedule, records));
if (state === undefined) console.log("There is no history here: no commit will be named.");
else if (!state.isClean) console.log("There are uncommitted changes, which the records will say.");

const gibibytes = Math.round(totalmem() / 2 ** 30);
const machine = `${platform()} ${arch()}, ${cpus().length} cores, ${gibibytes} GiB, Node ${process.versions.node}`;
const folder = await mkdtemp(join(tmpdir(), "tome-full-"));
/** @type {string[]} */
const failed = [];
let done = 0;
try {
  await carryOut(schedule, async (id, isAlone) => {
    const found = await prove(root, id, { folder, machine, isAlone });
    keepRecord(root, id, found);
    writePage(root);
    if (!found.passed) failed.push(id);
    const how = found.passed ? "kept" : "FAILED";
    console.log(
      `${id} ${how} in ${lengthOf(found.seconds)}, ${++done} of ${ids.length}: ${found.found}`,
    );
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (asked.includes(others) && (await runLongForms(root)) !== 0) failed.push(others);
console.log(failed.length > 0 ? `Failed: ${failed.join(", ")}.` : "All that ran has passed.");
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string} id */
function isProved(id) {
  const record = records[id];
  if (!state?.isClean || !record?.passed || !record.isClean) return false;
  return countChanged(root, record.commit, state.commit, sourcesOf(root, id)) === 0;
}
