/** The text of a journal: a line of JSON that says what it is about, and one for each step of an item. */
import { UsageError } from "../../errors.ts";

/**
 * Where an item stands: `sending` and `unknown` may have been done, `waiting` and `failed` were not.
 * `pending` was accepted, and goes on.
 */
export type Standing = "sending" | "waiting" | "done" | "pending" | "failed" | "unknown";

/** What is noted of an item. It holds no value of a request: those may be secrets. */
export interface Entry {
  /** From 1 on. */
  readonly item: number;
  readonly key: string;
  readonly is: Standing;
  readonly target?: string | undefined;
  /** The id in the answer. */
  readonly id?: string | undefined;
  /** The name of the exit code that a failure stands for. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface JournalHeader {
  readonly journal: "tome";
  readonly version: 1;
  /** The words of the command. */
  readonly command: string;
  /** The address of the platform that was asked. */
  readonly platform: string;
  readonly items: number;
  /** Mixed into the names of the requests, which could be guessed otherwise. */
  readonly salt: string;
  /** RFC 3339. */
  readonly began: string;
}

export interface JournalText {
  readonly header: JournalHeader;
  /** The last entry of each item, by its key. */
  readonly entries: ReadonlyMap<string, Entry>;
}

const standings: readonly Standing[] = [
  "sending",
  "waiting",
  "done",
  "pending",
  "failed",
  "unknown",
];

/**
 * @returns also the length in bytes up to the end of the last whole line: a crash may cut off the rest
 * @throws UsageError naming the line where it is no journal
 */
export function readJournal(
  written: string,
  path: string,
): { readonly text: JournalText; readonly length: number } {
  const whole = written.slice(0, written.lastIndexOf("\n") + 1);
  const [first = "", ...lines] = whole.split("\n").slice(0, -1);
  const header = headerIn(first, path);
  const entries = new Map<string, Entry>();
  for (const [index, line] of lines.entries()) {
    const entry = entryIn(line);
    if (entry === undefined) throw damaged(path, index + 2);
    entries.set(entry.key, { ...entries.get(entry.key), ...entry });
  }
  return { text: { header, entries }, length: Buffer.byteLength(whole) };
}

function headerIn(line: string, path: string): JournalHeader {
  const header = objectIn(line);
  const { command, platform, items, salt, began } = header;
  if (header.journal !== "tome") throw new UsageError(`${path} is no journal of tome.`);
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
    throw damaged(path, 1);
  }
  return { journal: "tome", version: 1, command, platform, items, salt, began };
}

function entryIn(line: string): Entry | undefined {
  const { item, key, is, target, id, code, requestId } = objectIn(line);
  const standing = standings.find((one) => one === is);
  if (typeof item !== "number" || typeof key !== "string" || standing === undefined)
    return undefined;
  return {
    item,
    key,
    is: standing,
    ...(typeof target === "string" && { target }),
    ...(typeof id === "string" && { id }),
    ...(typeof code === "string" && { code }),
    ...(typeof requestId === "string" && { requestId }),
  };
}

function objectIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function damaged(path: string, line: number): UsageError {
  return new UsageError(`The journal ${path} is damaged in line ${line}, so nothing was sent.`);
}
