/** The files of --record and --replay: what a command's client works over instead of the network alone. */
import { closeSync, constants, fchmodSync, openSync, readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Exchange,
  isRecord,
  type RecordHead,
  readRecord,
  recordVersion,
} from "../client/record.ts";
import { openRecorder } from "../client/recording.ts";
import { openReplay, replayClock } from "../client/replaying.ts";
import { shownAddress, tokenRemover } from "../client/secrets.ts";
import type { Settings } from "../context.ts";
import type { Transport } from "../contract/wire.ts";
import { UsageError } from "../errors.ts";
import type { Machine } from "./machine.ts";
import { version } from "./version.ts";

/** What is known when the first client is opened. */
export interface Opening {
  readonly base: string;
  readonly token: string | undefined;
  /** The parents that the command has without naming them. */
  readonly parents: RecordHead["parents"];
}

export interface Recording {
  /** The wire of a client, noted down from now on. */
  readonly wrap: (wire: Transport, opening: Opening) => Transport;
  readonly close: () => void;
}

/**
 * Begins a record in place of an older one.
 * @param words of the command line
 * @throws UsageError where the file cannot be written, or holds something else
 */
export function openRecording(path: string, words: readonly string[], { cwd }: Machine): Recording {
  const handle = openFile(resolve(cwd, path), path);
  const write = (value: RecordHead | Exchange) => writeWhole(handle, `${JSON.stringify(value)}\n`);
  const record = openRecorder(write);
  let begun = false;
  return {
    wrap(wire, { base, token, parents }) {
      const clean = tokenRemover(token);
      if (!begun) {
        begun = true;
        write({
          version: recordVersion,
          kind: "record",
          tome: version,
          node: process.version,
          system: `${process.platform} ${process.arch}`,
          recordedAt: new Date().toISOString(),
          command: commandOf(words).map((word) => clean(word)),
          base: shownAddress(base),
          parents,
        });
      }
      return record(wire, token);
    },
    close: () => closeSync(handle),
  };
}

export interface Replaying {
  readonly settings: (settings: Settings) => Settings;
  /** What a client is opened with in place of a wire and a token. */
  readonly way: ReturnType<typeof wayOf>;
}

/** @throws UsageError where the file cannot be read, or is no record */
export async function openReplaying(path: string, { cwd }: Machine): Promise<Replaying> {
  const record = await readRecord(textOf(resolve(cwd, path), path), path);
  const { base, parents } = record.head;
  const from = `record ${path}`;
  const parent = (name: "org" | "space" | "site", settings: Settings) => {
    const value = parents[name];
    return settings[name] ?? (value === undefined ? undefined : { value, from });
  };
  return {
    settings: (settings) => ({
      ...settings,
      local: false,
      baseUrl: { value: base, from },
      org: parent("org", settings),
      space: parent("space", settings),
      site: parent("site", settings),
    }),
    way: wayOf(record, path),
  };
}

function wayOf(record: Awaited<ReturnType<typeof readRecord>>, path: string) {
  const { base } = record.head;
  return {
    baseUrl: base,
    token: undefined,
    transport: openReplay(record, path),
    clock: replayClock(),
  };
}

/** The command line without the record itself, as others are to run it. */
function commandOf(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) =>
      !word.startsWith("--record=") && word !== "--record" && words[at - 1] !== "--record",
  );
}

function openFile(place: string, path: string): number {
  let handle: number | undefined;
  try {
    handle = openSync(place, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
    const before = readFileSync(handle, "utf8");
    if (before.trim() !== "" && !isRecord(before)) throw new Other();
    fchmodSync(handle, 0o600);
    closeSync(handle);
    return openSync(place, "w", 0o600);
  } catch (error) {
    if (error instanceof Other) {
      throw new UsageError(`The file ${path} holds something that is no record; name another one.`);
    }
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The file ${path} of --record cannot be written${code}.`);
  }
}

class Other extends Error {}

function textOf(place: string, path: string): string {
  try {
    return readFileSync(place, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The file ${path} of --replay cannot be read${code}.`);
  }
}

function writeWhole(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
