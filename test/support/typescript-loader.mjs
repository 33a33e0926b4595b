/** Takes the types out of sources as they are loaded. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "rolldown/utils";

/** A hook of Node's module loader. @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = await transform(path, await readFile(path, "utf8"));
  if (errors.length > 0) throw new Error(`${path} cannot be loaded: ${errors[0]?.message}`);
  return { format: "module", source: code, shortCircuit: true };
}
