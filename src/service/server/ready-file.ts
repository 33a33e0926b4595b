/** The ready file, with which other commands find the process that serves the data. */
import { rmSync } from "node:fs";
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

/** The path of the ready file in a data folder. */
export function getReadyFile(folder: string): string {
  return join(folder, "serve.json");
}

export async function writeReady(path: string, ready: Ready): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(ready)}\n`);
}

/** @returns undefined if the file does not exist or is not valid */
export async function readReady(path: string): Promise<Ready | undefined> {
  const text = await readPrivateFile(path);
  if (text === undefined) return undefined;
  try {
    const content: Partial<Ready> | null = JSON.parse(text);
    const { url, token, pid, admin } = content ?? {};
    if (typeof url !== "string" || typeof token !== "string") return undefined;
    if (typeof pid !== "number" || typeof admin !== "string") return undefined;
    return { url, token, pid, admin };
  } catch {
    return undefined;
  }
}

export async function removeReady(path: string): Promise<void> {
  rmSync(path, { force: true });
}
