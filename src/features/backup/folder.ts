/**
 * Backup folder with atomic replacement. A new backup is written to a sibling folder, which then replaces
 * the earlier backup by a rename, so that a complete backup exists at any time. The files of an interrupted
 * backup are kept in the sibling folder and reused by the next one.
 */
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError, refuseNoFolder } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import {
  createFolder,
  createParents,
  isFolder,
  isPresent,
  listFolder,
  removeFolder,
  renameFolder,
  resolvePath,
  syncFolder,
} from "../../files/replace-folder.ts";
import { refuseUnsafeNames } from "../../files/safe-names.ts";
import { computeHash } from "../../json/canonical.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/values.ts";
import {
  type BackupManifest,
  type FileRecord,
  type ManifestHeader,
  manifestName,
  parseFileRecord,
  readManifest,
  writeManifest,
} from "./manifest.ts";

/** A backup that is being written. */
export interface NewBackup {
  /** The backup that is replaced. */
  readonly earlier: BackupManifest | undefined;
  /** @param source see `FileRecord` */
  readonly add: (path: string, content: string | Uint8Array, source?: string) => Promise<void>;
  /**
   * Reuses a file of an earlier or unfinished backup if its source is the same and it is not damaged.
   * @returns its content; undefined if it has to be fetched
   */
  readonly keep: (path: string, source: string) => Promise<Buffer | undefined>;
  /** A file of the earlier backup; undefined if it is missing or damaged. */
  readonly readEarlier: (path: string) => Promise<Buffer | undefined>;
  /** Reads a file that was added. */
  readonly read: (path: string) => Promise<Buffer>;
  /** Replaces the added files of a folder by those of the earlier backup. */
  readonly goBack: (folder: string) => Promise<void>;
  /** Replaces the earlier backup. */
  readonly finish: (about: ManifestHeader) => Promise<BackupManifest>;
  /** Without `finish`, the fetched files are kept for the next backup. */
  readonly close: () => Promise<void>;
}

/**
 * The list of fetched files in an unfinished backup. Its first line names the organization, because
 * the ids of another platform can be equal.
 */
const fetchedListName = ".fetched";

/**
 * Resolves the path of a backup.
 * @throws UsageError if the folder is not a backup
 */
export async function findBackup({ cwd }: Pick<Context, "cwd">, folder: string): Promise<string> {
  const resolvedPath = await resolvePath(resolve(cwd, folder));
  // An interrupted replacement leaves the backup under a temporary name. Reading does not rename it.
  const path =
    !isPresent(resolvedPath) && (await isFolder(getTemporaryPath(resolvedPath)))
      ? getTemporaryPath(resolvedPath)
      : resolvedPath;
  if (await openForeignFolder(path, folder).has(manifestName)) return path;
  throw new UsageError(
    `${folder} is not a backup: it does not contain ${manifestName}.`,
    `tome backup create ${folder}`,
  );
}

/** @throws UsageError if the manifest cannot be read or is damaged */
export async function loadManifest(path: string): Promise<BackupManifest> {
  return readManifest(await readManifestText(path), join(path, manifestName));
}

/**
 * Invalid UTF-8 is not refused here, because the digest of the manifest reveals damage.
 * @throws UsageError if the manifest cannot be read
 */
export async function readManifestText(path: string): Promise<string> {
  const bytes = await openForeignFolder(path).readBytes(manifestName, { limit: maximumSize });
  return bytes.toString("utf8");
}

/**
 * The content of a file, verified by its checksum.
 * @throws UsageError if it is missing or damaged
 */
export async function readRecorded(root: string, entry: FileRecord): Promise<Buffer> {
  const content = await readWhole(root, entry);
  if (content !== undefined) return content;
  throw new UsageError(
    `${entry.path} is missing or damaged. No changes were made.`,
    `tome backup verify ${root}`,
  );
}

/**
 * The JSON of a file. Its checksum may match although another author wrote it.
 * @throws UsageError if it is not JSON or nested too deeply
 */
export async function readRecordedJson(root: string, entry: FileRecord): Promise<JsonValue> {
  const text = (await readRecorded(root, entry)).toString();
  try {
    return readExactly(text);
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new UsageError(`${entry.path} is not valid JSON${reason}. No changes were made.`);
  }
}

async function readWhole(
  root: string,
  { path, sha256, size }: FileRecord,
): Promise<Buffer | undefined> {
  const content = await readAtMost(root, path, size);
  if (content === undefined || content.length !== size) return undefined;
  return computeHash(content) === sha256 ? content : undefined;
}

/** Of a file in a backup, in bytes. */
const maximumSize = 512 * 1024 * 1024;

/** The content of a file; undefined if it is larger than recorded or cannot be read. */
export async function readAtMost(
  root: string,
  path: string,
  size: number,
): Promise<Buffer | undefined> {
  if (!Number.isSafeInteger(size) || size < 0 || size > maximumSize) return undefined;
  try {
    // Hard links are permitted, because copies of backups may share files; the checksum detects changes.
    return await openForeignFolder(root).readBytes(path, { limit: size, isRecorded: true });
  } catch (error) {
    if (error instanceof FileRefusedError) return undefined;
    throw error;
  }
}

/**
 * Starts a backup in a folder that is missing, empty or contains an earlier backup.
 * @param origin the platform and organization
 * @throws UsageError if the folder contains other files, or another process is writing to it
 */
export async function openNewBackup(
  context: Pick<Context, "cwd" | "lockFile">,
  folder: string,
  origin: string,
): Promise<NewBackup> {
  const requestedPath = resolve(context.cwd, folder);
  await refuseCurrentFolder(requestedPath, context.cwd);
  await createParents(requestedPath);
  const release = await context.lockFile(requestedPath);
  try {
    const path = await recoverPath(requestedPath);
    const earlier = await readEarlierBackup(path, folder);
    await removeReplaced(getTemporaryPath(path));
    return await createBackupWriter(path, { earlier, origin }, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** A backup replaces its folder, which would leave the shell in a deleted directory. */
async function refuseCurrentFolder(path: string, cwd: string): Promise<void> {
  const [target, current] = [await resolvePath(path), await resolvePath(cwd)];
  if (`${current}${sep}`.startsWith(target.endsWith(sep) ? target : `${target}${sep}`)) {
    throw new UsageError(
      "A backup replaces its folder, which must not contain the current folder.",
      "tome backup create backup",
    );
  }
}

/** The path of the earlier backup during its replacement. */
function getTemporaryPath(path: string): string {
  return `${path}.replaced`;
}

/** Restores the earlier backup if a process ended between the two renames of a replacement. */
async function recoverPath(path: string): Promise<string> {
  const real = await resolvePath(path);
  const temporary = getTemporaryPath(real);
  if (!isPresent(real) && (await holdsBackup(temporary))) await renameFolder(temporary, real);
  return real;
}

async function holdsBackup(path: string): Promise<boolean> {
  return (await isFolder(path)) && (await openForeignFolder(path).has(manifestName));
}

/** @throws UsageError for a folder of that name that tome did not write */
async function removeReplaced(path: string): Promise<void> {
  if (!isPresent(path)) return;
  if (!(await holdsBackup(path))) {
    throw new UsageError(
      `${path} is not a backup, and a new backup needs this name during the replacement. Move it elsewhere.`,
    );
  }
  await removeFolder(path);
}

async function readEarlierBackup(
  path: string,
  folder: string,
): Promise<BackupManifest | undefined> {
  const names = isPresent(path) ? await listNames(path, folder) : [];
  if (names.length === 0) return undefined;
  if (!names.includes(manifestName)) {
    throw new UsageError(`${folder} is not empty and is not a backup. Specify another folder.`);
  }
  const manifest = await loadManifest(path);
  const backupNames = new Set(manifest.files.map((file) => file.path.split("/")[0] ?? ""));
  const other = names.find((name) => name !== manifestName && !backupNames.has(name));
  if (other === undefined) return manifest;
  throw new UsageError(
    `${join(folder, other)} is not part of the backup and would be deleted, because a new backup replaces the folder. Move it elsewhere.`,
  );
}

async function listNames(path: string, folder: string): Promise<readonly string[]> {
  const names = await listFolder(path);
  if (names !== undefined) return names;
  throw new UsageError(`${folder} is not a folder. Specify another path.`);
}

/** A file that can be reused, with the backup that contains it. */
type ReusableFile = FileRecord & { readonly root: string };

async function createBackupWriter(
  path: string,
  { earlier, origin }: { readonly earlier: BackupManifest | undefined; readonly origin: string },
  release: () => Promise<void>,
): Promise<NewBackup> {
  const unfinished = await listUnfinished(path);
  const reusable = new Map<string, ReusableFile>();
  for (const root of unfinished) {
    for (const entry of await readNotedFiles(root, origin)) {
      if (entry.source !== undefined) reusable.set(entry.source, { ...entry, root });
    }
  }
  for (const entry of earlier?.files ?? []) {
    if (entry.source !== undefined) reusable.set(entry.source, { ...entry, root: path });
  }
  const root = getNextUnfinished(path, unfinished);
  await createFolder(root);
  const target = openForeignFolder(root);
  let fetched: Promise<FileHandle> | undefined;
  const files = new Map<string, FileRecord>();

  async function add(name: string, content: string | Uint8Array, source?: string): Promise<void> {
    refuseUnsafeNames([name]);
    if (files.has(name)) throw new Error(`The backup has two files ${name}.`);
    const bytes = Buffer.from(content);
    const entry: FileRecord = {
      path: name,
      sha256: computeHash(bytes),
      size: bytes.length,
      ...(source !== undefined && { source }),
    };
    files.set(name, entry);
    await target.create(name, bytes, synced);
    if (source === undefined) return;
    fetched ??= openFetchedList();
    await (await fetched).appendFile(`${JSON.stringify(entry)}\n`);
  }

  async function openFetchedList(): Promise<FileHandle> {
    const handle = await target.openNew(fetchedListName, synced.mode);
    await handle.appendFile(`${JSON.stringify({ origin })}\n`);
    return handle;
  }

  async function keep(name: string, source: string): Promise<Buffer | undefined> {
    const entry = reusable.get(source);
    const content = entry && (await readWhole(entry.root, entry));
    if (content !== undefined) await add(name, content, source);
    return content;
  }

  async function closeFetchedList(): Promise<void> {
    const handle = await fetched;
    fetched = undefined;
    await handle?.close();
  }

  return {
    earlier,
    add,
    keep,
    async readEarlier(name) {
      const entry = earlier?.files.find((file) => file.path === name);
      return entry && readWhole(path, entry);
    },
    read: (name) => target.readBytes(name, { limit: maximumSize }),
    async goBack(folder) {
      await target.remove(folder);
      for (const name of [...files.keys()]) if (name.startsWith(`${folder}/`)) files.delete(name);
      for (const entry of earlier?.files ?? []) {
        if (!entry.path.startsWith(`${folder}/`)) continue;
        await add(entry.path, await readRecorded(path, entry), entry.source);
      }
    },
    async finish(about) {
      const entries = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
      refuseUnsafeNames(entries.map((entry) => entry.path));
      const manifest = { ...about, files: entries };
      await closeFetchedList();
      await target.remove(fetchedListName);
      await target.create(manifestName, writeManifest(manifest), synced);
      if (isPresent(path)) await renameFolder(path, getTemporaryPath(path));
      await renameFolder(root, path);
      await syncFolder(dirname(path));
      for (const old of [getTemporaryPath(path), ...unfinished]) {
        await removeFolder(old);
      }
      return manifest;
    },
    async close() {
      await closeFetchedList();
      await release();
    },
  };
}

/** The folders of interrupted backups, oldest first. */
async function listUnfinished(path: string): Promise<readonly string[]> {
  const start = `${basename(path)}.unfinished-`;
  const names = (await listFolder(dirname(path))) ?? [];
  const paths = names
    .filter((name) => name.startsWith(start) && /^\d{4,}$/.test(name.slice(start.length)))
    .toSorted()
    .map((name) => join(dirname(path), name));
  for (const one of paths) if (!(await isFolder(one))) throw refuseNoFolder(one);
  return paths;
}

function getNextUnfinished(path: string, before: readonly string[]): string {
  const last = Number(before.at(-1)?.split("-").at(-1) ?? 0);
  return `${path}.unfinished-${String(last + 1).padStart(4, "0")}`;
}

/**
 * The fetched files of an interrupted backup of the same organization; an incomplete last line is
 * ignored.
 */
async function readNotedFiles(root: string, origin: string): Promise<readonly FileRecord[]> {
  const text = await openForeignFolder(root)
    .readText(fetchedListName, { limit: maximumSize })
    .catch(() => "");
  const [head = "", ...lines] = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "");
  if (head !== JSON.stringify({ origin })) return [];
  return lines.map((line) => parseFileRecord(parseObject(line)));
}

function parseObject(line: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Files are synced to disk, because the earlier backup is removed after the replacement. */
const synced = { mode: 0o600, sync: true } as const;
