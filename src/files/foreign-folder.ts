/**
 * A directory that another user may have written, such as a checkout or an unpacked archive. Its
 * files are read and written only inside it: links that lead out, pipes, devices and files above a
 * limit are refused, without waiting and without revealing their content. No other module of the
 * commands opens files of such a directory, which a test checks.
 */
import { randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  createFlags,
  decodeText,
  FileRefusedError,
  isInside,
  maximumTextSize,
  readFlags,
  refuseFile,
  refuseLarge,
  refuseLink,
  refuseNoFolder,
  refuseOutside,
  requireOneName,
  requireRegular,
  toFileError,
  toWriteError,
} from "./file-rules.ts";
import { renameFile } from "./rename-file.ts";

export interface FolderReadOptions {
  /** In bytes; default 16 MiB. */
  readonly limit?: number;
  /** Its content is checked against a digest, so a second name reveals nothing. */
  readonly isRecorded?: boolean;
}

export interface WriteOptions {
  readonly mode?: number;
  /** Waits until the content is on disk. */
  readonly sync?: boolean;
}

export interface ForeignFolder {
  /** The path as opened, absolute. */
  readonly path: string;
  /** The name in messages. */
  readonly name: string;
  /** Whether the name exists, even as a link to nothing. @throws FileRefusedError if that is unknown */
  readonly has: (name: string) => Promise<boolean>;
  /** @throws FileRefusedError for a folder that is missing or leads out */
  readonly requireFolder: (name: string) => Promise<void>;
  /** The real path of the name. @throws FileRefusedError for a name or link that leads out */
  readonly resolve: (name: string) => Promise<string>;
  /** @throws FileRefusedError */
  readonly readBytes: (name: string, options?: FolderReadOptions) => Promise<Buffer>;
  /** @throws FileRefusedError also for a text that is not UTF-8 */
  readonly readText: (name: string, options?: FolderReadOptions) => Promise<string>;
  /**
   * The status of a file, without reading it.
   * @param boundary a folder around this one, in which links may lead anywhere; by default this one
   * @returns undefined for a folder, and for a missing file
   * @throws FileRefusedError for a link that leads out, and for anything but a file or folder
   */
  readonly look: (name: string, boundary?: string) => Promise<Look | undefined>;
  /**
   * The entries of a folder in it, "" for itself; undefined if it is missing. @throws
   * FileRefusedError
   */
  readonly list: (name?: string) => Promise<readonly Dirent[] | undefined>;
  /** All files below it, with slashes; no links are followed. */
  readonly listFiles: () => Promise<readonly string[]>;
  /** Creates a file and its parent folders. @throws FileRefusedError if the name exists */
  readonly create: (
    name: string,
    content: string | Uint8Array,
    options?: WriteOptions,
  ) => Promise<void>;
  /** Replaces a file or a link atomically, or creates the file. */
  readonly replace: (
    name: string,
    content: string | Uint8Array,
    options?: WriteOptions,
  ) => Promise<void>;
  /** Creates an empty file to append to. */
  readonly openNew: (name: string, mode: number) => Promise<FileHandle>;
  /** Removes a file, a link or a folder with its content; does nothing if it is missing. */
  readonly remove: (name: string) => Promise<void>;
}

export type Look =
  | {
      readonly kind: "file";
      /** In bytes. */
      readonly size: number;
      /** Changes when the file is written again. */
      readonly stamp: string;
    }
  | { readonly kind: "link" };

/**
 * @param path absolute; may be missing, and may be reached by links, because the user named it
 * @param name in messages; by default the path
 */
export function openForeignFolder(path: string, name = path): ForeignFolder {
  const fullName = (file: string) => (file === "" ? name : join(name, file));
  let resolved: Promise<string> | undefined;

  function findRoot(): Promise<string> {
    resolved ??= realpath(path);
    return resolved;
  }

  async function resolveFile(file: string): Promise<{ root: string; real: string }> {
    const target = resolve(path, file);
    try {
      const root = await findRoot();
      const real = await realpath(target);
      if (isInside(root, real)) return { root, real };
      throw refuseOutside(fullName(file), name);
    } catch (error) {
      throw toFileError(error, fullName(file), await isThere(target));
    }
  }

  /** By path, because many files share it. */
  const folders = new Map<string, Promise<string>>();

  function findFolder(folder: string): Promise<string> {
    const known = folders.get(folder) ?? realpath(folder);
    folders.set(folder, known);
    return known;
  }

  async function openInside(file: string): Promise<FileHandle> {
    const shown = fullName(file);
    const { root, real } = await resolveFile(file);
    try {
      requireRegular(await lstat(real), shown);
      const handle = await open(real, readFlags);
      if (await isStillInside(handle, root, real)) return handle;
      await handle.close();
      throw refuseOutside(shown, name);
    } catch (error) {
      throw toFileError(error, shown);
    }
  }

  async function readBytes(
    file: string,
    { limit = maximumTextSize, isRecorded = false }: FolderReadOptions = {},
  ): Promise<Buffer> {
    const shown = fullName(file);
    const handle = await openInside(file);
    try {
      const stats = await handle.stat();
      requireRegular(stats, shown);
      if (!isRecorded) requireOneName(stats, shown);
      if (stats.size > limit) throw refuseLarge(shown, limit);
      return await readWithin(handle, stats.size, limit, shown);
    } catch (error) {
      throw toFileError(error, shown);
    } finally {
      await handle.close();
    }
  }

  /** The real folder of a file to write, created with its parents. */
  async function prepareParent(
    file: string,
    mode = 0o644,
  ): Promise<{ parent: string; root: string }> {
    // A folder is as private as the file that it is created for.
    const folderMode = (mode & 0o077) === 0 ? 0o700 : 0o777;
    await mkdir(path, { recursive: true, mode: folderMode });
    const root = await findRoot();
    if (!isInside(root, resolve(root, file))) throw refuseOutside(fullName(file), name);
    const parts = file.split("/").filter((part) => part !== "" && part !== ".");
    let parent = root;
    for (const part of parts.slice(0, -1)) {
      parent = join(parent, part);
      await mkdir(parent, { mode: folderMode }).catch((error) => {
        if (error?.code !== "EEXIST") throw error;
      });
      const stats = await lstat(parent);
      if (stats.isSymbolicLink()) throw refuseLink(parent);
      if (!stats.isDirectory()) throw refuseNoFolder(parent);
    }
    return { parent, root };
  }

  async function openNew(file: string, mode: number): Promise<FileHandle> {
    const { parent, root } = await prepareParent(file, mode);
    const target = join(parent, basename(file));
    try {
      const handle = await open(target, createFlags, mode);
      if (await isStillInside(handle, root, target)) return handle;
      await handle.close();
      throw refuseOutside(fullName(file), name);
    } catch (error) {
      throw toWriteError(error, fullName(file));
    }
  }

  async function create(
    file: string,
    content: string | Uint8Array,
    { mode = 0o644, sync = false }: WriteOptions = {},
  ): Promise<void> {
    const handle = await openNew(file, mode);
    try {
      await handle.writeFile(content);
      if (sync) await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  return {
    path,
    name,
    requireFolder: async (file) => void (await resolveFile(file)),
    resolve: async (file) => (await resolveFile(file)).real,
    readBytes,
    readText: async (file, options) => decodeText(await readBytes(file, options), fullName(file)),
    async has(file) {
      try {
        await lstat(resolve(path, file));
        return true;
      } catch (error) {
        const failure = toFileError(error, fullName(file));
        if (failure instanceof FileRefusedError && failure.fileRule === "missing") return false;
        throw failure;
      }
    },
    async look(file, boundary) {
      const target = resolve(path, file);
      const shown = fullName(file);
      try {
        const root = await findRoot();
        const parent = await findFolder(dirname(target));
        if (!isInside(root, parent)) throw refuseOutside(shown, name);
        const stats = await lstat(join(parent, basename(target)), { bigint: true });
        if (stats.isDirectory()) return undefined;
        if (stats.isSymbolicLink()) {
          await requireInside(target, await realpath(boundary ?? path), shown);
          return { kind: "link" };
        }
        requireRegular(stats, shown);
        if (stats.nlink > 1n) requireOneName(await lstat(target), shown);
        const { mtimeNs, ctimeNs, size, ino } = stats;
        return { kind: "file", size: Number(size), stamp: [mtimeNs, ctimeNs, size, ino].join(" ") };
      } catch (error) {
        const failure = toFileError(error, shown);
        if (failure instanceof FileRefusedError && failure.fileRule === "missing") return undefined;
        throw failure;
      }
    },
    async list(file = "") {
      try {
        const { real } = await resolveFile(file);
        if (!(await lstat(real)).isDirectory()) throw refuseFile(fullName(file));
        return await readdir(real, { withFileTypes: true });
      } catch (error) {
        const failure = toFileError(error, fullName(file));
        if (failure instanceof FileRefusedError && failure.fileRule === "missing") return undefined;
        throw failure;
      }
    },
    async listFiles() {
      const root = await findRoot();
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .map((file) => file.replaceAll("\\", "/"))
        .toSorted();
    },
    create,
    openNew,
    async replace(file, content, options) {
      const beside = `${dirname(file)}/.${basename(file)}.${randomBytes(8).toString("hex")}`;
      try {
        await create(beside, content, options);
        const { parent } = await prepareParent(file);
        await renameFile(join(parent, basename(beside)), join(parent, basename(file)));
      } catch (error) {
        await rm(resolve(path, beside), { force: true });
        throw toWriteError(error, fullName(file));
      }
    },
    async remove(file) {
      const parent = dirname(resolve(path, file));
      const [root, real] = await Promise.all([findRoot(), realpath(parent)]).catch(() => []);
      if (root === undefined || real === undefined) return;
      if (!isInside(root, real)) throw refuseOutside(fullName(file), name);
      await rm(join(real, basename(file)), { recursive: true, force: true });
    },
  };
}

/** @throws FileRefusedError for a link that leads out of a folder, to nothing, or to a device */
async function requireInside(link: string, folder: string, shown: string): Promise<void> {
  try {
    const real = await realpath(link);
    if (!isInside(folder, real)) throw refuseOutside(shown, folder);
    const stats = await stat(real);
    if (!stats.isDirectory()) requireRegular(stats, shown);
  } catch (error) {
    throw toFileError(error, shown, true);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Whether no folder on the path was replaced by a link in the meantime. */
async function isStillInside(handle: FileHandle, root: string, real: string): Promise<boolean> {
  if (process.platform === "linux") {
    const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    if (opened !== undefined) return isInside(root, opened);
  }
  const [now, opened] = await Promise.all([stat(real), handle.stat()]);
  return (await realpath(real)) === real && now.ino === opened.ino && now.dev === opened.dev;
}

/** The size may be wrong: a file can grow, and some files have no size. */
async function readWithin(
  handle: FileHandle,
  size: number,
  limit: number,
  shown: string,
): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(Math.min(size, limit) + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > limit) throw refuseLarge(shown, limit);
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(length * 2, limit + 1));
      bytes.copy(larger);
      bytes = larger;
    }
  }
}
