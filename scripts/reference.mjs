/** Writes docs/reference.md from the commands themselves; run it after a command has changed. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "./building/bundle.mjs";

const root = resolve(import.meta.dirname, "..");
const folder = await mkdtemp(join(root, "dist."));
try {
  const file = await bundleForImport(root, "src/app/reference.ts", folder);
  const { reference } = await import(pathToFileURL(file).href);
  await writeFile(join(root, "docs", "reference.md"), await reference());
} finally {
  await rm(folder, { recursive: true });
}
