/**
 * Second part of `npm run format`: checks regular expressions in src that have no verdict yet, and
 * removes verdicts of expressions that no longer exist. Exits with 1 if an expression is not linear.
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

const safeKeys = [];
for (const [key, location] of [...locations].sort()) {
  if (Object.hasOwn(built, key) || Object.hasOwn(reviewed, key) || !key.startsWith("/")) continue;
  const why = verdicts.has(key) ? undefined : explainExpression(key);
  if (why === undefined) safeKeys.push(key);
  else {
    console.error(`${location}: ${key} is not linear: ${why}`);
    process.exitCode = 1;
  }
}

/** @param {Readonly<Record<string, string>>} entries */
const withoutUnused = (entries) =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([key]) => locations.has(key))
      .sort(),
  );

const text = {
  safe: safeKeys.sort(),
  reviewed: withoutUnused(reviewed),
  built: withoutUnused(built),
};
await writeFile(verdictsFile, `${JSON.stringify(text, undefined, 2)}\n`);
