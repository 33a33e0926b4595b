/** `npm run lint`, its second half: the rules of the house, on this repository or on the folder given. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { expressionFaults, readVerdicts } from "./linting/expressions.mjs";
import { faultsOf } from "./linting/house-rules.mjs";

const own = join(import.meta.dirname, "..");
const root = resolve(process.argv[2] ?? own);
const folders = ["bench", "bin", "scripts", "src", "test"];
const faults = [];
/** @type {Map<string, string>} */
const sources = new Map();

for (const folder of folders) {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  for (const name of names.filter((name) => /\.(?:ts|m?js)$/.test(name)).sort()) {
    const file = `${folder}/${name.split(sep).join("/")}`;
    const text = await readFile(join(root, file), "utf8");
    faults.push(...faultsOf(file, text));
    if (file.startsWith("src/")) sources.set(file, text);
  }
}

faults.push(...expressionFaults(sources, readVerdicts(), root === resolve(own)));

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("The rules of the house are kept.");
