/** Files of a commit, read without a process: starting one takes longer than reading a small tree. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

/**
 * The texts of all files of a commit, by path.
 * @param path a bare repository
 * @returns undefined if the commit is unknown, or an object of it is in a pack
 */
export function readLooseTexts(
  path: string,
  commit: string | undefined,
): Record<string, string> | undefined {
  const [, tree] = /^tree (\w+)\n/.exec(readObject(path, commit ?? "")?.toString() ?? "") ?? [];
  if (tree === undefined) return undefined;
  const texts: Record<string, string> = {};
  return addTexts(path, tree, "", texts) ? texts : undefined;
}

/** @returns whether each object was found */
function addTexts(
  path: string,
  tree: string,
  prefix: string,
  texts: Record<string, string>,
): boolean {
  const entries = readObject(path, tree);
  if (entries === undefined) return false;
  for (let at = 0; at < entries.length; ) {
    const end = entries.indexOf(0, at);
    const [mode = "", ...words] = entries.toString("utf8", at, end).split(" ");
    const id = entries.toString("hex", end + 1, end + 21);
    const name = prefix + words.join(" ");
    at = end + 21;
    if (mode === "40000") {
      if (!addTexts(path, id, `${name}/`, texts)) return false;
      continue;
    }
    const content = readObject(path, id);
    if (content === undefined) return false;
    texts[name] = content.toString("utf8");
  }
  return true;
}

/** The content of an object without its header. */
function readObject(path: string, id: string): Buffer | undefined {
  const file = join(path, "objects", id.slice(0, 2), id.slice(2));
  if (id === "" || !existsSync(file)) return undefined;
  const bytes = inflateSync(readFileSync(file));
  return bytes.subarray(bytes.indexOf(0) + 1);
}
