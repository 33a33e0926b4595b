/**
 * Writes files with names from other sources inside one folder. All names are checked before the
 * first file is written.
 */
import { lstat, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { FileRefusedError } from "./file-rules.ts";
import { type ForeignFolder, openForeignFolder } from "./foreign-folder.ts";
import { refuseUnsafeNames } from "./safe-names.ts";

export interface FileToSave {
  /** With slashes, on every system. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/**
 * Existing files with the same content are left unchanged.
 * @param folder is created if it is missing; it may be reached by links, because the user named it
 * @returns the names of the written files, in order
 * @throws UsageError for an unsafe name, for a link on the path, and for existing files with other
 *   content unless `force`; then nothing is written
 */
export async function saveInFolder(
  folder: string,
  files: readonly FileToSave[],
  { force }: { readonly force: boolean },
): Promise<readonly string[]> {
  refuseUnsafeNames(files.map(({ name }) => name));
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const target = openForeignFolder(root);
  const changed: FileToSave[] = [];
  const taken: string[] = [];
  for (const file of files) {
    await refuseLinks(root, file.name);
    const before = await compareContent(target, file);
    if (before === "same") continue;
    changed.push(file);
    if (before === "other") taken.push(file.name);
  }
  if (taken.length > 0 && !force) {
    throw new UsageError(
      `${taken.length === 1 ? "The file" : "The files"} ${listNames(taken)} already ${taken.length === 1 ? "exists" : "exist"} in ${folder} with different content. Choose another folder, or use --force to replace ${taken.length === 1 ? "it" : "them"}.`,
    );
  }
  for (const { name, content } of changed) {
    await (taken.includes(name) ? target.replace(name, content) : target.create(name, content));
  }
  return changed.map(({ name }) => name);
}

/** @throws UsageError if a part of the name is a link, or a folder is a file, or a file a folder */
async function refuseLinks(root: string, name: string): Promise<void> {
  const parts = name.split("/");
  let path = root;
  for (const [index, part] of parts.entries()) {
    path = join(path, part);
    const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!found) return;
    const isLast = index === parts.length - 1;
    if (found.isSymbolicLink()) {
      throw new UsageError(
        `${path} is a link, and tome does not write through links. Remove it first.`,
      );
    }
    if (isLast ? !found.isFile() : !found.isDirectory()) {
      throw new UsageError(
        `${path} exists and is not a ${isLast ? "file" : "folder"}. Remove it first.`,
      );
    }
  }
}

async function compareContent(
  folder: ForeignFolder,
  { name, content }: FileToSave,
): Promise<"missing" | "same" | "other"> {
  const bytes = Buffer.from(content);
  try {
    const before = await folder.readBytes(name, { limit: bytes.length });
    return before.equals(bytes) ? "same" : "other";
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    if (error.fileRule === "missing") return "missing";
    // Another file replaces it, whatever its content.
    if (["too-large", "hard-link"].includes(error.fileRule)) return "other";
    throw error;
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
