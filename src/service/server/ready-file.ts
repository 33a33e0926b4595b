/** The ready file: how other commands reach the process that serves the data. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "../engines/private-files.ts";

export interface Ready {
  /** The address, without a slash at the end and without `/v1`. */
  readonly url: string;
  /** The token of the owner. */
  readonly token: string;
  readonly pid: number;
  /** The token for `/_tome/`. */
  readonly admin: string;
}

/** The ready file of a data folder. */
export function getReadyFile(folder: string): string {
  return join(folder, "serve.json");
}

export async function writeReady(path: string, ready: Ready): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(ready)}\n`);
}

/** @returns undefined if there is none, or it is not valid */
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
