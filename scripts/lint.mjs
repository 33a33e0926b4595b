/** Second part of `npm run lint`: the repository's own rules, for this repository or the specified folder. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { expressionFaults, readVerdicts } from "./linting/expressions.mjs";
import { listViolations } from "./linting/house-rules.mjs";
import { typeNameFaults } from "./linting/type-names.mjs";

const repository = join(import.meta.dirname, "..");
const root = resolve(process.argv[2] ?? repository);
const folders = ["bench", "bin", "scripts", "src", "test"];
const faults = [];
/** @type {Map<string, string>} */
const sources = new Map();

for (const folder of folders) {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  for (const name of names.filter((name) => /\.(?:ts|m?js)$/.test(name)).sort()) {
    const file = `${folder}/${name.split(sep).join("/")}`;
    const text = await readFile(join(root, file), "utf8");
    faults.push(...listViolations(file, text));
    if (file.startsWith("src/")) sources.set(file, text);
  }
}

faults.push(...typeNameFaults(sources));
faults.push(...expressionFaults(sources, readVerdicts(), root === resolve(repository)));

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("The repository's own rules are satisfied.");
