/** Takes the types out of sources as they are loaded, and keeps what came of it for the next time. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const kept = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "tome-untyped");

/** A hook of Node's module loader. @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  return { format: "module", source: await untyped(path), shortCircuit: true };
}

/** @param {string} path */
async function untyped(path) {
  const text = await readFile(path, "utf8");
  const cached = join(kept, createHash("sha256").update(`${path}\0${text}`).digest("hex"));
  const known = await readFile(cached, "utf8").catch(() => undefined);
  if (known !== undefined) return known;
  // Dearer to load than most programs are to run.
  const { transform } = await import("rolldown/utils");
  const { code, errors } = await transform(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be loaded: ${errors[0]?.message}`);
  await mkdir(kept, { recursive: true });
  // Threads of one process load the same file at the same time.
  const beside = `${cached}.${randomUUID()}`;
  await writeFile(beside, code);
  await rename(beside, cached);
  return code;
}
