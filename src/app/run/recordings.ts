/** Files of --record and --replay: a transport that records, and one that answers from a recording. */
import { closeSync, constants, fchmodSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import {
  isRecord,
  type RecordedExchange,
  type RecordHead,
  readRecord,
  recordVersion,
} from "../../client/recording/record.ts";
import { openRecorder } from "../../client/recording/recording.ts";
import { openReplay, replayClock } from "../../client/recording/replay.ts";
import { createTokenRemover, redactAddress } from "../../client/secrets/secrets.ts";
import type { ResolvedSettings } from "../../context.ts";
import type { Transport } from "../../contract/wire.ts";
import { UsageError } from "../../errors.ts";
import { openToWrite } from "../../files/open-to-write.ts";
import { version } from "../../version.ts";
import type { Machine } from "./machine.ts";

/** Data that is known when the first client is opened. */
export interface RecordingStart {
  readonly base: string;
  readonly token: string | undefined;
  /** The parents that the command takes from settings. */
  readonly parents: RecordHead["parents"];
}

export interface Recording {
  /** A transport that is recorded from now on. */
  readonly wrap: (wire: Transport, opening: RecordingStart) => Transport;
  readonly close: () => void;
}

/**
 * Starts a recording, and replaces an older one.
 * @param words the command line
 * @throws UsageError if the file cannot be written, or contains something else
 */
export function openRecording(path: string, words: readonly string[], { cwd }: Machine): Recording {
  const handle = openFile(resolve(cwd, path), path);
  const write = (value: RecordHead | RecordedExchange) =>
    writeWhole(handle, `${JSON.stringify(value)}\n`);
  const record = openRecorder(write);
  let begun = false;
  return {
    wrap(wire, { base, token, parents }) {
      const clean = createTokenRemover(token);
      if (!begun) {
        begun = true;
        write({
          version: recordVersion,
          kind: "record",
          tome: version,
          node: process.version,
          system: `${process.platform} ${process.arch}`,
          recordedAt: new Date().toISOString(),
          command: stripGlobalFlags(words).map((word) => clean(word)),
          base: redactAddress(base),
          parents,
        });
      }
      return record(wire, token);
    },
    close: () => closeSync(handle),
  };
}

export interface Replay {
  readonly settings: (settings: ResolvedSettings) => ResolvedSettings;
  /** The replacement for the network and the token. */
  readonly connection: ReturnType<typeof getConnection>;
}

/** @throws UsageError if the file cannot be read, or is not a recording */
export async function openReplaying(path: string, { cwd }: Machine): Promise<Replay> {
  const record = await readRecord(await readRecordText(resolve(cwd, path), path), path);
  const { base, parents } = record.head;
  const from = `record ${path}`;
  const parent = (name: "org" | "space" | "site", settings: ResolvedSettings) => {
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
    connection: getConnection(record, path),
  };
}

function getConnection(record: Awaited<ReturnType<typeof readRecord>>, path: string) {
  const { base } = record.head;
  return {
    baseUrl: base,
    token: undefined,
    transport: openReplay(record, path),
    clock: replayClock(),
  };
}

/** The command line without --record, for other users to run. */
function stripGlobalFlags(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) =>
      !word.startsWith("--record=") && word !== "--record" && words[at - 1] !== "--record",
  );
}

function openFile(absolute: string, path: string): number {
  let handle: number | undefined;
  try {
    handle = openToWrite(absolute, `The file ${path}`, constants.O_RDWR | constants.O_NONBLOCK);
    const start = Buffer.alloc(longestStart);
    // With a position, reading does not move the position of the first write.
    const before = start.toString("utf8", 0, readSync(handle, start, { position: 0 }));
    if (before !== "" && !isRecord(before)) throw new InvalidRecordingError();
    fchmodSync(handle, 0o600);
    ftruncateSync(handle);
    return handle;
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    if (error instanceof UsageError) throw error;
    if (error instanceof InvalidRecordingError) {
      throw new UsageError(`The file ${path} exists and is not a recording. Choose another file.`);
    }
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The file ${path} of --record cannot be written${code}.`);
  }
}

/** In bytes; enough to recognize a recording. */
const longestStart = 256;

class InvalidRecordingError extends Error {}

async function readRecordText(absolute: string, path: string): Promise<string> {
  const { readNamedFile } = await import("../../files/named-file.ts");
  try {
    return (await readNamedFile(absolute, `The file ${path}`)).toString("utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The file ${path} of --replay cannot be read${code}.`);
  }
}

function writeWhole(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
