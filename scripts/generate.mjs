/**
 * `npm run generate`: writes all files that derive from the contract and the commands.
 * `npm run generate -- --check` writes nothing; it lists stale files and exits with 1 if
 * there are any.
 */
import { resolve } from "node:path";
import { generate } from "./generating/generate.mjs";

const root = resolve(import.meta.dirname, "..");
const words = process.argv.slice(2);
const isCheck = words.length === 1 && words[0] === "--check";

if (words.length > 0 && !isCheck) {
  console.error(`Unknown arguments: ${words.join(" ")}. The only option is --check.`);
  process.exitCode = 2;
} else {
  try {
    let count = 0;
    for await (const file of generate(root, { isCheck })) {
      count += 1;
      if (isCheck) console.error(`${file} is stale. Run: npm run generate`);
      else console.log(`Wrote ${file}.`);
    }
    if (count === 0) console.log("All generated files are up to date.");
    else if (isCheck) process.exitCode = 1;
  } catch (error) {
    // The bundler's message contains the position in the sources.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
