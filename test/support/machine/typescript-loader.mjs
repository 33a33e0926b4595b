/**
 * Loads TypeScript worker scripts as bundles, because a thread is short-lived and loading hundreds of
 * modules would take far longer. Bundles are cached until a source changes.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..", "..", "..");
const cache = join(root, "node_modules", ".cache", "tome-thread-bundles");

/** A hook of Node's module loader. @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith("-worker.ts")) return next(url, context);
  return { format: "module", source: await getBundle(fileURLToPath(url)), shortCircuit: true };
}

/** @param {string} program */
async function getBundle(program) {
  const kept = join(cache, createHash("sha256").update(program).digest("hex"));
  return current(kept) ?? (await bundle(program, kept));
}

/**
 * @param {string} kept
 * @returns {string | undefined} undefined if there is no bundle, or one of its sources has changed
 */
function current(kept) {
  try {
    const text = readFileSync(kept, "utf8");
    const end = text.indexOf("\n");
    const { files, fingerprint } = JSON.parse(text.slice(0, end));
    return computeFingerprint(files) === fingerprint ? text.slice(end + 1) : undefined;
  } catch {
    return undefined;
  }
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
  const sources = moduleIds.filter(
    (file) => file.endsWith(".ts") && !file.includes("node_modules"),
  );
  const files = [join(root, "package-lock.json"), ...sources];
  const fingerprint = computeFingerprint(files);
  await mkdir(cache, { recursive: true });
  // Threads of a process can load the same program concurrently.
  const beside = `${kept}.${randomUUID()}`;
  await writeFile(beside, `${JSON.stringify({ files, fingerprint })}\n${code}`);
  await rename(beside, kept);
  return code;
}

/**
 * From sizes and times: reading hundreds of files would take longer than most tasks of a thread.
 * @param {readonly string[]} files
 */
function computeFingerprint(files) {
  const states = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return createHash("sha256").update(states.join("\n")).digest("hex");
}
