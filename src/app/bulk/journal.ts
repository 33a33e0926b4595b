/** Journal of a bulk run. Every item is on disk before it is sent and again after its response. */

import { createHmac, randomBytes } from "node:crypto";
import { type FileHandle, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "../../errors.ts";
import { lockFile } from "../../files/file-lock.ts";
import { createFile, openToAppend, readHandle } from "../../files/journal-file.ts";
import { syncFolder } from "../../files/replace-folder.ts";
import {
  type JournalEntry,
  type JournalHeader,
  type JournalText,
  readJournal,
} from "./journal-text.ts";

export interface BulkJournal {
  readonly path: string;
  /** The key of a request in this journal. It cannot be guessed without the request. */
  readonly getKey: (request: string, occurrence: number) => string;
  /** The last entry of each item when the journal was opened. */
  readonly before: ReadonlyMap<string, JournalEntry>;
  /** Resolves when the entry is on disk. */
  readonly note: (entry: JournalEntry) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Closes and deletes the journal. */
  readonly remove: () => Promise<void>;
}

/**
 * @param clear removes an earlier file while no other process can write it
 * @throws UsageError if the file exists or cannot be created
 */
export async function startJournal(
  path: string,
  about: Pick<JournalHeader, "command" | "platform" | "items" | "names">,
  clear: () => Promise<void> = async () => {},
): Promise<BulkJournal> {
  const release = await lockFile(path);
  try {
    await clear();
    const file = await createFile(path).catch((error) => {
      throw createOpenError(path, error);
    });
    const header: JournalHeader = {
      journal: "tome",
      version: 1,
      ...about,
      salt: randomBytes(16).toString("hex"),
      began: new Date().toISOString(),
    };
    return await closeOnFailure(file, async () => {
      const journal = createJournal(path, file, { header, entries: new Map() }, release);
      await journal.write(header);
      await syncFolder(dirname(path));
      return journal;
    });
  } catch (error) {
    await release();
    throw error;
  }
}

/** @throws UsageError if it is not a journal, or another process writes it */
export async function resumeJournal(
  path: string,
): Promise<BulkJournal & { header: JournalHeader }> {
  const release = await lockFile(path);
  try {
    const file = await openToAppend(path).catch((error) => {
      throw createOpenError(path, error);
    });
    return await closeOnFailure(file, async () => {
      const { text, length } = readJournal(await readHandle(file, path), path);
      // A crash may have truncated the last line; the next one must not continue it.
      await file.truncate(length);
      return { ...createJournal(path, file, text, release), header: text.header };
    });
  } catch (error) {
    await release();
    throw error;
  }
}

export function countSteps(text: string, path: string): number {
  return readJournal(text, path).text.entries.size;
}

/** Runs the start of a file, and closes the file if that fails. */
async function closeOnFailure<T>(file: FileHandle, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface PendingLine {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function createJournal(
  path: string,
  file: FileHandle,
  { header, entries }: JournalText,
  release: () => Promise<void>,
): BulkJournal & { write: (value: object) => Promise<void> } {
  let waiting: PendingLine[] = [];
  let writing: Promise<void> | undefined;

  /** Entries that arrive while the disk is busy are written together. */
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(batch.map(({ line }) => line).join(""));
        await file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(createWriteError(path, error));
      }
    }
    writing = undefined;
  }

  const write = (value: object) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ line: `${JSON.stringify(value)}\n`, resolve, reject });
      writing ??= flush();
    });

  async function close(): Promise<void> {
    await writing;
    await file.close();
    await release();
  }

  return {
    path,
    before: entries,
    getKey: (request, occurrence) =>
      createHmac("sha256", header.salt)
        .update(`${occurrence} ${request}`)
        .digest("hex")
        .slice(0, 24),
    write,
    note: (entry) => write({ ...entry, at: new Date().toISOString() }),
    close,
    async remove() {
      await writing;
      await file.close();
      await rm(path, { force: true });
      await release();
    },
  };
}

function createOpenError(path: string, error: NodeJS.ErrnoException | UsageError): UsageError {
  if (error instanceof UsageError) return error;
  switch (error.code) {
    case "EEXIST":
      return new UsageError(
        `The journal ${path} already exists. Use --resume ${path} to continue it, or another --journal to start over.`,
      );
    case "ENOENT":
      return new UsageError(`The journal ${path} does not exist.`);
    default:
      return new UsageError(`The journal ${path} cannot be opened (${error.code}).`);
  }
}

function createWriteError(path: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new Error(`The journal ${path} cannot be written${code}. No further items were sent.`);
}
