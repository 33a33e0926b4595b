/** `npm run build [folder]`: builds dist/ or another folder, unless it is up to date. */
import { join, resolve } from "node:path";
import { build } from "./building/build.mjs";

const root = resolve(import.meta.dirname, "..");
try {
  const target = resolve(process.argv[2] ?? join(root, "dist"));
  console.log(`${target} is ${(await build(root, target)) ? "built" : "up to date"}.`);
} catch (error) {
  // The bundler's message contains the position in the sources.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
