/** `npm run lint`, its second half: the rules of the house, on this repository or on the folder given. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { faultsOf } from "./linting/house-rules.mjs";

const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
const folders = ["bench", "bin", "scripts", "src", "test"];
const faults = [];

for (const folder of folders) {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  for (const name of names.filter((name) => /\.(?:ts|m?js)$/.test(name)).sort()) {
    const file = `${folder}/${name.split(sep).join("/")}`;
    faults.push(...faultsOf(file, await readFile(join(root, file), "utf8")));
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("The rules of the house are kept.");
