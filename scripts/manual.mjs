/** Writes man/ from the commands themselves, and names its files in package.json; run it after a command has changed. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "./building/bundle.mjs";

const root = resolve(import.meta.dirname, "..");
const place = join(root, "man");
const folder = await mkdtemp(join(root, "dist."));
try {
  const bundle = await bundleForImport(root, "src/app/manual/manual.ts", folder);
  const { manual } = await import(pathToFileURL(bundle).href);
  /** @type {[string, string][]} */
  const pages = await manual();
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  for (const [file, text] of pages) await writeFile(join(place, file), text);
  const about = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  about.man = pages.map(([file]) => `man/${file}`);
  await writeFile(join(root, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true });
}
