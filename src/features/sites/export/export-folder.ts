/**
 * Folder of an exported site. A new export is written to a sibling folder, which replaces the earlier
 * one by renames, so that a complete export exists at any time. Other files in the folder, such as
 * `.git`, are kept.
 */
import { join, resolve, sep } from "node:path";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import { FileRefusedError } from "../../../files/file-rules.ts";
import { openForeignFolder } from "../../../files/foreign-folder.ts";
import {
  createFolder,
  createParents,
  isFolder,
  isPresent,
  listFolder,
  removeFolder,
  renameFolder,
  resolvePath,
} from "../../../files/replace-folder.ts";
import { refuseUnsafeNames } from "../../../files/safe-names.ts";
import { isObject, type JsonValue } from "../../../json/values.ts";

/** The list of the files of an export, in its folder. */
const manifestName = ".tome-site.json";
/** In bytes. */
const maxManifest = 64 * 1024 * 1024;
/** In bytes; the same limit as for a response. */
const maxFile = 256 * 1024 * 1024;

export interface NewExport {
  readonly write: (file: string, content: string | Buffer) => Promise<void>;
  readonly read: (file: string) => Promise<Buffer>;
  /** Replaces the earlier export. */
  readonly finish: (files: readonly string[]) => Promise<void>;
  /** Removes what was written, unless it was finished. */
  readonly close: () => Promise<void>;
}

/** @throws UsageError for a folder with other files than those of an earlier export */
export async function openNewExport(
  context: Pick<Context, "cwd" | "lockFile">,
  folder: string,
): Promise<NewExport> {
  const requestedPath = resolve(context.cwd, folder);
  await createParents(requestedPath);
  const release = await context.lockFile(requestedPath);
  try {
    const path = await resolvePath(requestedPath);
    await refuseCurrentFolder(path, context.cwd);
    await recover(path);
    await requireExport(path, folder);
    return await openBeside(path, folder, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function openBeside(
  path: string,
  folder: string,
  release: () => Promise<void>,
): Promise<NewExport> {
  const root = `${path}.exporting`;
  if (isPresent(root)) {
    if (!(await isFolder(root)) || !(await hasManifest(root))) {
      throw new UsageError(
        `${root} exists, and an export needs this name until it is complete. Move it elsewhere.`,
      );
    }
    await removeFolder(root);
  }
  await createFolder(root);
  // Marks the folder, so that the next export may remove it.
  const target = openForeignFolder(root);
  await target.create(manifestName, formatManifest([]));
  const written = new Set<string>();
  return {
    async write(file, content) {
      refuseUnsafeNames([file]);
      await (written.has(file) ? target.replace(file, content) : target.create(file, content));
      written.add(file);
    },
    read: (file) => target.readBytes(file, { limit: maxFile }),
    async finish(files) {
      refuseUnsafeNames(files);
      await refuseCollisions(path, folder, files);
      await target.replace(manifestName, formatManifest(files));
      if (isPresent(path)) await renameFolder(path, getReplacedPath(path));
      await renameFolder(root, path);
      await keepOtherFiles(path);
    },
    async close() {
      if (isPresent(root)) await removeFolder(root);
      await release();
    },
  };
}

function getReplacedPath(path: string): string {
  return `${path}.replaced`;
}

/** Ends a replacement that was interrupted. */
async function recover(path: string): Promise<void> {
  const replaced = getReplacedPath(path);
  if (!isPresent(replaced)) return;
  // An empty folder has no manifest either.
  if (!(await hasManifest(replaced)) && (await listFolder(replaced))?.length !== 0) {
    throw new UsageError(
      `${replaced} is not an export, and an export needs this name during the replacement. Move it elsewhere.`,
    );
  }
  if (isPresent(path)) await keepOtherFiles(path);
  else await renameFolder(replaced, path);
}

/** Moves the files that are not of the earlier export, and removes the earlier export. */
async function keepOtherFiles(path: string): Promise<void> {
  const replaced = getReplacedPath(path);
  if (!isPresent(replaced)) return;
  const ownFiles = new Set(await readManifest(replaced));
  for (const file of await listOtherFiles(replaced, ownFiles)) {
    const target = join(path, file);
    await createParents(target);
    await renameFolder(join(replaced, file), target);
  }
  await removeFolder(replaced);
}

/** Files, links, and folders without a file of the export, relative to the folder. */
async function listOtherFiles(
  root: string,
  ownFiles: ReadonlySet<string>,
  below = "",
): Promise<string[]> {
  const ownFolders = new Set<string>();
  for (const file of ownFiles) {
    for (let end = file.indexOf("/"); end >= 0; end = file.indexOf("/", end + 1)) {
      ownFolders.add(file.slice(0, end));
    }
  }
  const list = async (folder: string): Promise<string[]> => {
    const others: string[] = [];
    for (const entry of (await listFolder(join(root, folder))) ?? []) {
      const name = folder === "" ? entry : `${folder}/${entry}`;
      if (name === manifestName) continue;
      if (ownFolders.has(name) && (await isFolder(join(root, name)))) {
        for (const other of await list(name)) others.push(other);
      } else if (!ownFiles.has(name)) others.push(name);
    }
    return others;
  };
  return list(below);
}

/** @throws UsageError if a new file has the name of a file that is not of the export */
async function refuseCollisions(
  path: string,
  folder: string,
  files: readonly string[],
): Promise<void> {
  if (!isPresent(path)) return;
  const others = await listOtherFiles(path, new Set(await readManifest(path)));
  const names = new Set(files);
  const collision = others.find(
    (other) => names.has(other) || files.some((file) => file.startsWith(`${other}/`)),
  );
  if (collision === undefined) return;
  throw new UsageError(
    `${join(folder, collision)} is not of the earlier export and would be replaced. Move it elsewhere.`,
  );
}

async function requireExport(path: string, folder: string): Promise<void> {
  if (!isPresent(path)) return;
  if (!(await isFolder(path))) {
    throw new UsageError(`${folder} is not a folder. Specify another path.`);
  }
  if ((await listFolder(path))?.length === 0 || (await hasManifest(path))) return;
  throw new UsageError(
    `${folder} is not empty and is not the export of a site. Specify another folder.`,
  );
}

/** The folder is replaced, which would leave the shell in a deleted directory. */
async function refuseCurrentFolder(path: string, cwd: string): Promise<void> {
  const current = await resolvePath(cwd);
  if (!`${current}${sep}`.startsWith(path.endsWith(sep) ? path : `${path}${sep}`)) return;
  throw new UsageError(
    "An export replaces its folder, which must not contain the current folder. Specify another folder.",
  );
}

async function hasManifest(path: string): Promise<boolean> {
  return (await isFolder(path)) && (await openForeignFolder(path).has(manifestName));
}

function formatManifest(files: readonly string[]): string {
  return `${JSON.stringify({ format: "tome site export 1", files: [...files].sort() }, undefined, 1)}\n`;
}

/** @throws UsageError if the list is damaged */
async function readManifest(path: string): Promise<readonly string[]> {
  if (!(await hasManifest(path))) return [];
  const file = join(path, manifestName);
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(
      await openForeignFolder(path).readText(manifestName, { limit: maxManifest }),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof FileRefusedError)) throw error;
    value = undefined;
  }
  const files = isObject(value) ? value.files : undefined;
  if (Array.isArray(files) && files.every((one) => typeof one === "string")) return files;
  throw new UsageError(`${file} is damaged. Specify another folder.`);
}
