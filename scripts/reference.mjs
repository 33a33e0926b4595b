/** Writes docs/reference.md and man/ from the commands themselves; run it after a command has changed. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "./building/bundle.mjs";

const root = resolve(import.meta.dirname, "..");
const folder = await mkdtemp(join(root, "dist."));
try {
  const { reference } = await load("src/app/reference.ts");
  await writeFile(join(root, "docs", "reference.md"), await reference());
  const { manual } = await load("src/app/manual/manual.ts");
  await writeManual(await manual());
} finally {
  await rm(folder, { recursive: true });
}

/** @param {string} source */
async function load(source) {
  return import(pathToFileURL(await bundleForImport(root, source, join(folder, source))).href);
}

/**
 * The pages, and their names in package.json, by which npm puts them where man finds them.
 * @param {[file: string, text: string][]} pages
 */
async function writeManual(pages) {
  const place = join(root, "man");
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  for (const [file, text] of pages) await writeFile(join(place, file), text);
  const file = join(root, "package.json");
  const about = JSON.parse(await readFile(file, "utf8"));
  const man = pages.map(([name]) => `man/${name}`);
  if (about.man?.join() === man.join()) return;
  await writeFile(file, `${JSON.stringify({ ...about, man }, null, 2)}\n`);
}
