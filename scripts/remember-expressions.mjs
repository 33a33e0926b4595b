/**
 * The second half of `npm run format`: checks the regular expressions of src that have no verdict yet, and
 * removes verdicts of those that are gone. Ends with 1 if an expression is not linear.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import {
  explainExpression,
  findExpressions,
  readVerdicts,
  verdictsFile,
} from "./linting/expressions.mjs";

const root = join(import.meta.dirname, "..");
const { safe, reviewed, built } = readVerdicts();
const verdicts = new Set(safe);
/** @type {Map<string, string>} */
const locations = new Map();

for (const name of await readdir(join(root, "src"), { recursive: true })) {
  if (!name.endsWith(".ts")) continue;
  const file = `src/${name.split(sep).join("/")}`;
  for (const { key, line } of findExpressions(file, await readFile(join(root, file), "utf8"))) {
    locations.set(key, `${file}:${line}`);
  }
}

const kept = [];
for (const [key, location] of [...locations].sort()) {
  if (Object.hasOwn(built, key) || Object.hasOwn(reviewed, key) || !key.startsWith("/")) continue;
  const why = verdicts.has(key) ? undefined : explainExpression(key);
  if (why === undefined) kept.push(key);
  else {
    console.error(`${location} has ${key}, which is not linear: ${why}`);
    process.exitCode = 1;
  }
}

/** @param {Readonly<Record<string, string>>} entries */
const used = (entries) =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([key]) => locations.has(key))
      .sort(),
  );

const text = { safe: kept.sort(), reviewed: used(reviewed), built: used(built) };
await writeFile(verdictsFile, `${JSON.stringify(text, undefined, 2)}\n`);
