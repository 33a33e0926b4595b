/** The ready file, with which other commands find the process that serves the data. */
import { rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "../engines/private-files.ts";

export interface Ready {
  /** The base URL, without a trailing slash and without `/v1`. */
  readonly url: string;
  /** The token of the owner. */
  readonly token: string;
  readonly pid: number;
  /** The admin token. */
  readonly admin: string;
}

/** A server that has locked the data, and accepts no requests yet or no more. */
export interface Transition {
  readonly pid: number;
  readonly state: "starting" | "stopping";
  /** It changes while the server is running. */
  readonly beat: number;
}

/** In milliseconds. */
const beatInterval = 1000;

/** The path of the ready file in a data folder. */
export function getReadyFile(folder: string): string {
  return join(folder, "serve.json");
}

export async function writeReady(path: string, ready: Ready): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(ready)}\n`);
}

/** @returns undefined if the file does not exist or is not valid */
export async function readReady(path: string): Promise<Ready | undefined> {
  const { url, token, pid, admin } = (await readContent<Ready>(path)) ?? {};
  if (typeof url !== "string" || typeof token !== "string") return undefined;
  if (typeof pid !== "number" || typeof admin !== "string") return undefined;
  return { url, token, pid, admin };
}

/**
 * Tells other commands that this process is starting or stopping a server, until the file is
 * replaced or removed.
 */
export async function announce(path: string, state: Transition["state"]): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify({ pid: process.pid, state })}\n`);
  const timer = setInterval(async () => {
    const current = await readTransition(path).catch(() => undefined);
    if (current?.pid !== process.pid) return clearInterval(timer);
    const now = new Date();
    utimesSync(path, now, now);
  }, beatInterval).unref();
}

/** @returns undefined unless a server is starting or stopping */
export async function readTransition(path: string): Promise<Transition | undefined> {
  const { pid, state } = (await readContent<Transition>(path)) ?? {};
  if (typeof pid !== "number" || (state !== "starting" && state !== "stopping")) return undefined;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { pid, state, beat: stats.mtimeMs };
}

async function readContent<T>(path: string): Promise<Partial<T> | undefined> {
  const text = await readPrivateFile(path);
  try {
    return text === undefined ? undefined : (JSON.parse(text) ?? undefined);
  } catch {
    return undefined;
  }
}

export async function removeReady(path: string): Promise<void> {
  rmSync(path, { force: true });
}
