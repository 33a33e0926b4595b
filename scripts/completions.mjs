/** Writes completions/ from the commands themselves; run it after a command has changed. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "./building/bundle.mjs";

const root = resolve(import.meta.dirname, "..");
const place = join(root, "completions");
const folder = await mkdtemp(join(root, "dist."));
try {
  const bundle = await bundleForImport(root, "src/app/completion/script.ts", folder);
  const { completionScript, shells } = await import(pathToFileURL(bundle).href);
  await mkdir(place, { recursive: true });
  for (const [shell, { file }] of Object.entries(shells)) {
    await writeFile(join(place, file), await completionScript(shell));
  }
} finally {
  await rm(folder, { recursive: true });
}
