/** Second part of `npm run lint`: the repository's own rules, for this repository or the specified folder. */
import { join, resolve } from "node:path";
import { listFaults } from "./linting/list-faults.mjs";

const faults = await listFaults(resolve(process.argv[2] ?? join(import.meta.dirname, "..")));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("The repository's own rules are satisfied.");
