/** Format of a journal: a header as one line of JSON, then one line for each step of an item. */
import { UsageError } from "../../errors.ts";
import { collectNames, type KnownName } from "./known-names.ts";

/**
 * The state of an item: `sending` and `unknown` may have succeeded, `waiting` and `failed` did not,
 * `pending` was accepted and is still running.
 */
export type ItemState = "sending" | "waiting" | "done" | "pending" | "failed" | "unknown";

/** A step of an item. It contains no values of requests, because they may be secret. */
export interface JournalEntry {
  /** From 1. */
  readonly item: number;
  readonly key: string;
  readonly is: ItemState;
  readonly target?: string | undefined;
  /** The id in the response. */
  readonly id?: string | undefined;
  /** The name of the exit code of a failure. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface JournalHeader {
  readonly journal: "tome";
  readonly version: 1;
  /** The words of the command. */
  readonly command: string;
  /** The base URL of the platform. */
  readonly platform: string;
  readonly items: number;
  /** Salt for the keys of the requests, which could be guessed otherwise. */
  readonly salt: string;
  /** RFC 3339. */
  readonly began: string;
  /** The ids that names were resolved to; absent if the items used ids only. */
  readonly names?: readonly KnownName[];
}

export interface JournalText {
  readonly header: JournalHeader;
  /** The last entry of each item, by its key. */
  readonly entries: ReadonlyMap<string, JournalEntry>;
}

const itemStates: readonly ItemState[] = [
  "sending",
  "waiting",
  "done",
  "pending",
  "failed",
  "unknown",
];

/**
 * @returns also the length of the complete lines in bytes, because a crash may truncate the last
 *   one
 * @throws UsageError naming an invalid line
 */
export function readJournal(
  written: string,
  path: string,
): { readonly text: JournalText; readonly length: number } {
  const complete = written.slice(0, written.lastIndexOf("\n") + 1);
  const [first = "", ...lines] = complete.split("\n").slice(0, -1);
  const header = parseHeader(first, path);
  const entries = new Map<string, JournalEntry>();
  for (const [index, line] of lines.entries()) {
    const entry = parseJournalEntry(line);
    if (entry === undefined) throw createDamagedError(path, index + 2);
    entries.set(entry.key, { ...entries.get(entry.key), ...entry });
  }
  return { text: { header, entries }, length: Buffer.byteLength(complete) };
}

function parseHeader(line: string, path: string): JournalHeader {
  const header = parseObject(line);
  const { command, platform, items, salt, began } = header;
  if (header.journal !== "tome") throw new UsageError(`${path} is not a tome journal.`);
  if (header.version !== 1) {
    throw new UsageError(`The journal ${path} was written by another version of tome.`);
  }
  if (
    typeof command !== "string" ||
    typeof platform !== "string" ||
    typeof items !== "number" ||
    typeof salt !== "string" ||
    typeof began !== "string"
  ) {
    throw createDamagedError(path, 1);
  }
  const names = collectNames(header.names);
  const known = names.length > 0 ? { names } : {};
  return { journal: "tome", version: 1, command, platform, items, salt, began, ...known };
}

function parseJournalEntry(line: string): JournalEntry | undefined {
  const { item, key, is, target, id, code, requestId } = parseObject(line);
  const state = itemStates.find((one) => one === is);
  if (typeof item !== "number" || typeof key !== "string" || state === undefined) return undefined;
  return {
    item,
    key,
    is: state,
    ...(typeof target === "string" && { target }),
    ...(typeof id === "string" && { id }),
    ...(typeof code === "string" && { code }),
    ...(typeof requestId === "string" && { requestId }),
  };
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function createDamagedError(path: string, line: number): UsageError {
  return new UsageError(`Line ${line} of the journal ${path} is invalid. Nothing was sent.`);
}
