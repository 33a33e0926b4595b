/**
 * `npm run test:full [promise…]`: every promise with all its cases, the results kept in docs/promises.md.
 * `--resume` leaves out what has passed on this very commit, so that it goes on with a run that was broken off.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { arch, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepare } from "./preparing/prepare.mjs";
import { countChanged, stateOf } from "./promising/history.mjs";
import { lengthOf, writePage } from "./promising/page.mjs";
import { promises } from "./promising/promises.mjs";
import { prove } from "./promising/proving.mjs";
import { keepRecord, recordsOf } from "./promising/records.mjs";
import { carryOut, estimateOf, scheduleOf } from "./promising/schedule.mjs";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { resume: { type: "boolean", default: false } },
});
const known = Object.values(promises).flatMap((group) => Object.keys(group));
const asked = positionals.map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !known.includes(id));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}
await prepare(root);

const state = stateOf(root);
const records = recordsOf(root);
const ids = (asked.length > 0 ? asked : known).filter((id) => !values.resume || !isProved(id));
const schedule = scheduleOf(ids, records);
console.log(estimateOf(schedule, records));
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
console.log(
  failed.length > 0 ? `Failed: ${failed.join(", ")}.` : "Every promise that ran is kept.",
);
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string} id */
function isProved(id) {
  const record = records[id];
  if (!state?.isClean || !record?.passed || !record.isClean) return false;
  return countChanged(root, record.commit, state.commit, ["."]) === 0;
}
