/** Files of the history: a line of JSON for each write before it is sent, and one for its outcome. */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { readExactly } from "../json/exact-reading.ts";
import { writeJson } from "../json/exact-writing.ts";
import type { JsonValue } from "../json/values.ts";
import {
  type EndRecord,
  type HistoryEntry,
  parseHistoryEntries,
  type SentRecord,
} from "./history-entry.ts";

export const keptDays = 90;
/** In bytes: of one file, and of all files. */
const largestFile = 4 * 1024 * 1024;
const largestHistory = 64 * 1024 * 1024;

/** System errors for a directory that no user can create. */
const noFolder: readonly string[] = ["EACCES", "ENOENT", "ENOTDIR", "EPERM", "EROFS"];

/** Several processes write at once; each line is a single write to the end of a file. */
export interface HistoryStore {
  readonly folder: string;
  /**
   * Whether a history is possible: a machine without a home directory, such as many containers,
   * cannot have one.
   * @throws UsageError if the directory belongs to another user
   */
  readonly isPossible: () => Promise<boolean>;
  /** The key for its digests. */
  readonly key: () => Promise<string>;
  /** Resolves when the line is on disk, or with the operating system if it need not be synced. */
  readonly append: (line: SentRecord | EndRecord, isSynced: boolean) => Promise<void>;
  /** All entries, in the order in which they were sent. */
  readonly entries: () => Promise<readonly HistoryEntry[]>;
}

/**
 * @param folder created with the first line
 * @param now for the names of files, and for the maximum age
 */
export function openStore(folder: string, now: () => Date = () => new Date()): HistoryStore {
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseStranger(folder, "isDirectory");
    await chmod(folder, 0o700);
  }

  async function append(line: SentRecord | EndRecord, isSynced: boolean): Promise<void> {
    try {
      prepared ??= prepare();
      await prepared;
      const path = await findCurrentFile(folder, now());
      const isNew = (await size(path)) === undefined;
      const file = await open(
        path,
        addNoFollow(constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT),
        0o600,
      );
      try {
        // A crash may have truncated the last line; the next one must not continue it.
        await file.appendFile(`\n${writeJson(line)}\n`);
        if (isSynced) await file.datasync();
      } finally {
        await file.close();
      }
      if (!isNew) return;
      if (isSynced) await syncFolder(folder);
      await removeOld(folder, now());
    } catch (error) {
      throw createWriteError(folder, error);
    }
  }

  return {
    folder,
    async isPossible() {
      try {
        prepared ??= prepare();
        await prepared;
        return true;
      } catch (error) {
        if (noFolder.includes(getCode(error))) return false;
        throw createWriteError(folder, error);
      }
    },
    append,
    async key() {
      prepared ??= prepare();
      await prepared.catch((error) => {
        throw createWriteError(folder, error);
      });
      return loadKey(folder);
    },
    async entries() {
      const lines: JsonValue[] = [];
      for (const name of await listFiles(folder)) {
        await refuseStranger(join(folder, name), "isFile");
        for (const line of parseLines(await readFile(join(folder, name), "utf8"))) lines.push(line);
      }
      return parseHistoryEntries(lines);
    },
  };
}

/** The files by name, `2026-11-23.0001.ndjson`, so that the oldest is first. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.\d{4}\.ndjson$/.test(name)).sort();
}

/** The last file of the day, or the next one if that is full. */
async function findCurrentFile(folder: string, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  const last = (await listFiles(folder)).filter((name) => name.startsWith(day)).at(-1);
  const number = last === undefined ? 1 : Number(last.slice(11, 15));
  const fileAt = (at: number) => join(folder, `${day}.${String(at).padStart(4, "0")}.ndjson`);
  const isFull = ((await size(fileAt(number))) ?? 0) >= largestFile;
  return fileAt(isFull ? number + 1 : number);
}

/**
 * Removes files above the maximum age, then the oldest until the rest is small enough; the newest
 * stays.
 */
async function removeOld(folder: string, now: Date): Promise<void> {
  const first = new Date(now.getTime() - keptDays * 24 * 3600 * 1000).toISOString().slice(0, 10);
  let total = 0;
  for (const [at, name] of (await listFiles(folder)).reverse().entries()) {
    const path = join(folder, name);
    total += (await size(path)) ?? 0;
    if (at > 0 && (name < first || total > largestHistory)) await rm(path, { force: true });
  }
}

async function size(path: string): Promise<number | undefined> {
  return stat(path).then(
    (stats) => stats.size,
    () => undefined,
  );
}

function parseLines(text: string): JsonValue[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      return [readExactly(line)];
    } catch {
      return [];
    }
  });
}

/** The key, created by the first process that needs it. */
async function loadKey(folder: string): Promise<string> {
  const path = join(folder, "key");
  for (let attempt = 0; ; attempt++) {
    const read = await readFile(path, "utf8").catch(() => "");
    if (/^[\da-f]{64}$/.test(read)) return read;
    // A process that was killed immediately may have left it empty.
    if (attempt > 20) await rm(path, { force: true });
    try {
      const file = await open(
        path,
        addNoFollow(constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL),
        0o600,
      );
      const key = randomBytes(32).toString("hex");
      try {
        await file.writeFile(key);
        await file.datasync();
      } finally {
        await file.close();
      }
      return key;
    } catch (error) {
      if (getCode(error) !== "EEXIST" || attempt > 40) throw createWriteError(folder, error);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A planted link is not followed. */
function addNoFollow(wanted: number): number {
  return wanted | (constants.O_NOFOLLOW ?? 0);
}

async function refuseStranger(path: string, kind: "isDirectory" | "isFile"): Promise<void> {
  const stats = await lstat(path);
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  if (stats[kind]() && isOwn) return;
  throw new UsageError(
    `${path} is not a ${kind === "isFile" ? "file" : "folder"} that you own. Remove it, or set XDG_STATE_HOME to another folder.`,
  );
}

/** So that a new file survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function getCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function createWriteError(folder: string, error: unknown): unknown {
  const code = getCode(error);
  if (code === "") return error;
  return new UsageError(
    `The history in ${folder} cannot be written (${code}). Nothing was sent. Fix the folder, set XDG_STATE_HOME to another one, or set TOME_HISTORY=off.`,
  );
}
