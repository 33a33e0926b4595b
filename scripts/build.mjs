/** `npm run build [folder]`: makes dist/, or the folder, unless it is made from these very sources already. */
import { join, resolve } from "node:path";
import { build } from "./building/build.mjs";

const root = resolve(import.meta.dirname, "..");
try {
  const place = resolve(process.argv[2] ?? join(root, "dist"));
  console.log(`${place} is ${(await build(root, place)) ? "built" : "up to date"}.`);
} catch (error) {
  // The bundler's message shows the place in the sources.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
