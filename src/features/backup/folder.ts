/**
 * The folder of a backup. A new backup is written beside the earlier one, under another name, and takes
 * its place by being renamed as a whole, so that at every moment one of them is whole. What an
 * interrupted backup has fetched stays beside it, for the next one.
 */
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError, refuseNoFolder } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { refuseUnsafeNames } from "../../files/safe-names.ts";
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
} from "../../files/whole-folder.ts";
import { computeHash } from "../../json/canonical.ts";
import {
  type About,
  type FileRecord,
  fileRecord,
  type Manifest,
  manifestName,
  manifestText,
  readManifest,
} from "./manifest.ts";

/** A backup that is being written. */
export interface NewBackup {
  /** The backup whose place it takes. */
  readonly earlier: Manifest | undefined;
  /** @param source see `FileRecord` */
  readonly add: (path: string, content: string | Uint8Array, source?: string) => Promise<void>;
  /**
   * Takes a file over from an earlier backup, or from an unfinished one, if what it was read from is
   * the same and it is not damaged.
   * @returns its content; undefined if it has to be fetched
   */
  readonly keep: (path: string, source: string) => Promise<Buffer | undefined>;
  /** A file of the earlier backup; undefined if that has none, or a damaged one. */
  readonly readEarlier: (path: string) => Promise<Buffer | undefined>;
  /** What was added under a name. */
  readonly read: (path: string) => Promise<Buffer>;
  /** Takes all below a folder over from the earlier backup, in place of what was added there. */
  readonly goBack: (folder: string) => Promise<void>;
  /** Puts it in its place; the earlier one is removed. */
  readonly finish: (about: About) => Promise<Manifest>;
  /** Without `finish`, what was fetched stays for the next one. */
  readonly close: () => Promise<void>;
}

/** The lines of the files that an unfinished backup has. */
const notes = ".fetched";

/**
 * The path of a backup as it is on the disk.
 * @throws UsageError if there is none
 */
export async function findBackup({ cwd }: Pick<Context, "cwd">, folder: string): Promise<string> {
  const named = await resolvePath(resolve(cwd, folder));
  // It has another name for the moment in which it is replaced. Reading a backup renames nothing.
  const path =
    !isPresent(named) && (await isFolder(getTemporaryPath(named)))
      ? getTemporaryPath(named)
      : named;
  if (await openForeignFolder(path, folder).has(manifestName)) return path;
  throw new UsageError(
    `${folder} is no backup: it has no ${manifestName}.`,
    `tome backup create ${folder}`,
  );
}

/** @throws UsageError if it cannot be read, or is damaged */
export async function loadManifest(path: string): Promise<Manifest> {
  return readManifest(await readManifestText(path), join(path, manifestName));
}

/**
 * Its digest tells whether it is as it was written, so text that is not UTF-8 is not refused here.
 * @throws UsageError if it cannot be read
 */
export async function readManifestText(path: string): Promise<string> {
  const bytes = await openForeignFolder(path).readBytes(manifestName, { limit: maximumSize });
  return bytes.toString("utf8");
}

/**
 * The content of a file, which is as it was written.
 * @throws UsageError if it is missing or damaged
 */
export async function readRecorded(root: string, entry: FileRecord): Promise<Buffer> {
  const content = await readWhole(root, entry);
  if (content !== undefined) return content;
  throw new UsageError(
    `${entry.path} is not as it was written, so nothing was changed.`,
    `tome backup verify ${root}`,
  );
}

async function readWhole(
  root: string,
  { path, sha256, size }: FileRecord,
): Promise<Buffer | undefined> {
  const content = await readAtMost(root, path, size);
  if (content === undefined || content.length !== size) return undefined;
  return computeHash(content) === sha256 ? content : undefined;
}

/** In bytes, of any file of a backup. */
const maximumSize = 512 * 1024 * 1024;

/** The content of a file of a backup; undefined if it is larger than recorded, or cannot be read. */
export async function readAtMost(
  root: string,
  path: string,
  size: number,
): Promise<Buffer | undefined> {
  if (!Number.isSafeInteger(size) || size < 0 || size > maximumSize) return undefined;
  try {
    // Backups share files by hard links where disks are spared; the digest tells whether it is the file.
    return await openForeignFolder(root).readBytes(path, { limit: size, isRecorded: true });
  } catch (error) {
    if (error instanceof FileRefusedError) return undefined;
    throw error;
  }
}

/**
 * Begins a backup in a folder, which may be missing or empty, or hold an earlier one.
 * @throws UsageError if it holds anything else, or another process writes it
 */
export async function openNewBackup(
  context: Pick<Context, "cwd" | "lockFile">,
  folder: string,
): Promise<NewBackup> {
  const wanted = resolve(context.cwd, folder);
  await createParents(wanted);
  const release = await context.lockFile(wanted);
  try {
    const path = await recoveredPath(wanted);
    await removeFolder(getTemporaryPath(path));
    const earlier = await earlierIn(path, folder);
    return await writing(path, earlier, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Where an earlier backup is for the moment in which it is replaced. */
function getTemporaryPath(path: string): string {
  return `${path}.replaced`;
}

/** Goes back to the earlier backup if a process ended between the two steps of replacing it. */
async function recoveredPath(path: string): Promise<string> {
  const real = await resolvePath(path);
  if (!isPresent(real) && isPresent(getTemporaryPath(real)))
    await renameFolder(getTemporaryPath(real), real);
  return real;
}

async function earlierIn(path: string, folder: string): Promise<Manifest | undefined> {
  const names = isPresent(path) ? await namesIn(path, folder) : [];
  if (names.length === 0) return undefined;
  if (!names.includes(manifestName)) {
    throw new UsageError(
      `${folder} is not empty and is no backup; name another folder, as what it holds would be lost.`,
    );
  }
  const manifest = await loadManifest(path);
  const own = new Set(manifest.files.map((file) => file.path.split("/")[0] ?? ""));
  const other = names.find((name) => name !== manifestName && !own.has(name));
  if (other === undefined) return manifest;
  throw new UsageError(
    `${join(folder, other)} is not of the backup and would be lost with it, as a new backup takes the place of the whole folder; move it elsewhere.`,
  );
}

async function namesIn(path: string, folder: string): Promise<readonly string[]> {
  const names = await listFolder(path);
  if (names !== undefined) return names;
  throw new UsageError(`${folder} is no folder; name another one.`);
}

/** Where a file is that need not be fetched. */
type Known = FileRecord & { readonly root: string };

async function writing(
  path: string,
  earlier: Manifest | undefined,
  release: () => Promise<void>,
): Promise<NewBackup> {
  const unfinished = await unfinishedBeside(path);
  const known = new Map<string, Known>();
  for (const root of unfinished) {
    for (const entry of await notedIn(root)) {
      if (entry.source !== undefined) known.set(entry.source, { ...entry, root });
    }
  }
  for (const entry of earlier?.files ?? []) {
    if (entry.source !== undefined) known.set(entry.source, { ...entry, root: path });
  }
  const root = nextUnfinished(path, unfinished);
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
    fetched ??= target.openNew(notes, synced.mode);
    await (await fetched).appendFile(`${JSON.stringify(entry)}\n`);
  }

  async function keep(name: string, source: string): Promise<Buffer | undefined> {
    const entry = known.get(source);
    const content = entry && (await readWhole(entry.root, entry));
    if (content !== undefined) await add(name, content, source);
    return content;
  }

  async function closeNotes(): Promise<void> {
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
      await closeNotes();
      await target.remove(notes);
      await target.create(manifestName, manifestText(manifest), synced);
      if (isPresent(path)) await renameFolder(path, getTemporaryPath(path));
      await renameFolder(root, path);
      await syncFolder(dirname(path));
      for (const old of [getTemporaryPath(path), ...unfinished]) {
        await removeFolder(old);
      }
      return manifest;
    },
    async close() {
      await closeNotes();
      await release();
    },
  };
}

/** The folders that interrupted backups have left, the oldest first. */
async function unfinishedBeside(path: string): Promise<readonly string[]> {
  const start = `${basename(path)}.unfinished-`;
  const names = (await listFolder(dirname(path))) ?? [];
  const paths = names
    .filter((name) => name.startsWith(start))
    .toSorted()
    .map((name) => join(dirname(path), name));
  for (const one of paths) if (!(await isFolder(one))) throw refuseNoFolder(one);
  return paths;
}

function nextUnfinished(path: string, before: readonly string[]): string {
  const last = Number(before.at(-1)?.split("-").at(-1) ?? 0);
  return `${path}.unfinished-${String(last + 1).padStart(4, "0")}`;
}

/** What an interrupted backup has fetched; its last line may be cut off. */
async function notedIn(root: string): Promise<readonly FileRecord[]> {
  const text = await openForeignFolder(root)
    .readText(notes, { limit: maximumSize })
    .catch(() => "");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => fileRecord(JSON.parse(line)));
}

/** The earlier backup is removed after this one is there, so this one has to be on the disk. */
const synced = { mode: 0o600, sync: true } as const;
