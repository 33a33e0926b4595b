/**
 * Writes files under names that somebody else chose, inside one folder and nowhere else. All names
 * are checked before the first file is written.
 */
import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readFile, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../errors.ts";
import { refuseUnsafeNames } from "./safe-names.ts";

export interface FileToSave {
  /** With slashes, whatever this system writes. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/**
 * Files that are there already with the same content are left as they are.
 * @param folder is created if it is missing; it may be reached by links, as the person named it
 * @returns the names of the files written, in their order
 * @throws UsageError for an unsafe name, for a link on the way, and for files that are there with
 * other content unless `force`; nothing is written then
 */
export async function saveInFolder(
  folder: string,
  files: readonly FileToSave[],
  { force }: { readonly force: boolean },
): Promise<readonly string[]> {
  refuseUnsafeNames(files.map(({ name }) => name));
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const wanted: FileToSave[] = [];
  const taken: string[] = [];
  for (const file of files) {
    await refuseLinks(root, file.name);
    const there = await contentOf(join(root, file.name));
    if (there?.equals(Buffer.from(file.content))) continue;
    wanted.push(file);
    if (there !== undefined) taken.push(file.name);
  }
  if (taken.length > 0 && !force) {
    throw new UsageError(
      `${taken.length === 1 ? "The file" : "The files"} ${named(taken)} ${taken.length === 1 ? "is" : "are"} in ${folder} already, with other content; choose another folder, or replace with --force.`,
    );
  }
  for (const file of wanted) await write(root, file, taken.includes(file.name));
  return wanted.map(({ name }) => name);
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
      throw new UsageError(`${path} is a link, through which nothing is written; remove it first.`);
    }
    if (isLast ? !found.isFile() : !found.isDirectory()) {
      throw new UsageError(
        `${path} is there and is no ${isLast ? "file" : "folder"}; remove it first.`,
      );
    }
  }
}

async function contentOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Writes the whole file or none of it: beside its destination first, under a random name. */
async function write(root: string, { name, content }: FileToSave, replace: boolean): Promise<void> {
  const path = join(root, name);
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  // A link that came in between leads to another place than the name says.
  if ((await realpath(folder)) !== folder) {
    throw new UsageError(`${folder} has become a link, through which nothing is written.`);
  }
  const written = replace ? join(folder, `.${randomBytes(8).toString("hex")}`) : path;
  // Fails if anything exists there, even a link.
  const handle = await open(written, "wx", 0o644);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
  if (!replace) return;
  try {
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
