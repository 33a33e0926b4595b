/**
 * `npm run generate`: writes all that derives from the contract and from the commands.
 * `npm run generate -- --check` writes nothing; it names each stale file and ends with 1 if
 * there is one.
 */
import { resolve } from "node:path";
import { generate } from "./generating/generate.mjs";

const root = resolve(import.meta.dirname, "..");
const words = process.argv.slice(2);
const isCheck = words.length === 1 && words[0] === "--check";

if (words.length > 0 && !isCheck) {
  console.error(`npm run generate takes no ${words.join(" ")}, only -- --check.`);
  process.exitCode = 2;
} else {
  try {
    let count = 0;
    for await (const file of generate(root, { isCheck })) {
      count += 1;
      if (isCheck) console.error(`${file} is stale; update it with: npm run generate`);
      else console.log(`Wrote ${file}.`);
    }
    if (count === 0) console.log("All that is generated is up to date.");
    else if (isCheck) process.exitCode = 1;
  } catch (error) {
    // The bundler's message shows the place in the sources.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
