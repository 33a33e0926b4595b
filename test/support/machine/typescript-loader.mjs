/**
 * Loads TypeScript worker scripts as bundles, because a thread is short-lived and loading hundreds of
 * modules would take far longer. Bundles are cached until a source changes.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..", "..", "..");
const cache = join(root, "node_modules", ".cache", "tome-threads");

/** A hook of Node's module loader. @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith("-worker.ts")) return next(url, context);
  return { format: "module", source: await getBundle(fileURLToPath(url)), shortCircuit: true };
}

/** @param {string} program */
async function getBundle(program) {
  const kept = join(cache, createHash("sha256").update(program).digest("hex"));
  return (await current(kept)) ?? (await bundle(program, kept));
}

/**
 * @param {string} kept
 * @returns {Promise<string | undefined>} undefined if there is no bundle, or one of its sources has changed
 */
async function current(kept) {
  const text = await readFile(kept, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { files, fingerprint, code } = JSON.parse(text);
  return (await computeFingerprint(files)) === fingerprint ? code : undefined;
}

/**
 * @param {string} program
 * @param {string} kept
 */
async function bundle(program, kept) {
  // Loaded on demand, because loading takes longer than running most programs.
  const { rolldown } = await import("rolldown");
  const made = await rolldown({
    input: program,
    platform: "node",
    // These packages load binaries relative to their own location.
    external: [/^@photostructure\/sqlite$/, /^@napi-rs\/keyring$/],
    checks: { pluginTimings: false },
  });
  const { output } = await made.generate({ codeSplitting: false });
  await made.close();
  const [{ code, moduleIds }] = output;
  // The lockfile identifies the content of packages.
  const own = moduleIds.filter((file) => file.endsWith(".ts") && !file.includes("node_modules"));
  const files = [join(root, "package-lock.json"), ...own];
  const fingerprint = await computeFingerprint(files);
  await mkdir(cache, { recursive: true });
  // Threads of a process can load the same program concurrently.
  const beside = `${kept}.${randomUUID()}`;
  await writeFile(beside, JSON.stringify({ files, fingerprint, code }));
  await rename(beside, kept);
  return code;
}

/** @param {readonly string[]} files */
async function computeFingerprint(files) {
  const texts = await Promise.all(files.map((file) => readFile(file).catch(() => "")));
  const hash = createHash("sha256");
  for (const [index, text] of texts.entries()) {
    hash.update(`${files[index]}\0${text.length}\0`).update(text);
  }
  return hash.digest("hex");
}
