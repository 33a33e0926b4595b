/** Opens the data for a command, or finds the process that serves it. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Transport } from "../contract/wire.ts";
import { getUptime } from "./core/clock.ts";
import { resolveDatabaseFolder } from "./database/data-folder.ts";
import { databaseFile } from "./database/open.ts";
import { DataInUse } from "./database/sqlite/sqlite.ts";
import { withStorageProblems } from "./database/storage-failure.ts";
import { createDataWait, defaultPatience, type Patience } from "./server/data-wait.ts";
import {
  announce,
  getReadyFile,
  type Ready,
  readReady,
  readTransition,
  removeReady,
} from "./server/ready-file.ts";
import { localBase, openService, type Service, type ServiceOptions } from "./service.ts";

export { localBase } from "./service.ts";

/** The data is open in this process. */
export interface OpenPlatform {
  readonly transport: Transport;
  /** The token of the owner. */
  readonly token: string;
  /** The base URL of requests in this process, which is not on a network. */
  readonly base: string;
  readonly service: Service;
  readonly served?: undefined;
  readonly close: () => Promise<void>;
}

/** Another process serves the data over HTTP. */
export interface ServedPlatform {
  readonly served: {
    readonly url: string;
    readonly token: string;
    /** For paths below `/_tome/`. */
    readonly adminToken: string;
  };
}

export interface OpenOptions extends Omit<ServiceOptions, "folder" | "onLock"> {
  /** Whether this process will serve the data, so that other commands wait until it does. */
  readonly serves?: boolean | undefined;
  /** The maximum wait for another process that has the data open. */
  readonly patience?: Partial<Patience> | undefined;
  /** Receives a sentence if the wait is long. */
  readonly note?: ((text: string) => void) | undefined;
}

const firstPause = 25;
/** Each attempt takes time from a server that starts on a busy machine. */
const longestPause = 250;

/**
 * Opens the data folder. If a server has it open, returns its URL and token, and waits while the
 * server is starting or stopping; if another command has it open, waits briefly.
 * @throws ApiError 409 if the data remains in use
 */
export function openPlatform(
  folder: string,
  options: OpenOptions = {},
): Promise<OpenPlatform | ServedPlatform> {
  const { database } = options;
  if (database === undefined)
    return withStorageProblems(getDatabaseFile(folder), () => openFolder(folder, options));
  // Any number of processes may have it open.
  const machineFolder = resolveDatabaseFolder(folder, database.url);
  return withStorageProblems(machineFolder, async () =>
    asOpen(machineFolder, await openService({ ...options, folder: machineFolder })),
  );
}

/** The database file of a folder. */
export function getDatabaseFile(folder: string): string {
  return join(folder, databaseFile);
}

async function openFolder(
  folder: string,
  { serves = false, patience, note = () => {}, ...options }: OpenOptions,
): Promise<OpenPlatform | ServedPlatform> {
  const file = getReadyFile(folder);
  // This process has locked the data, so a ready file belongs to a server that was killed.
  const onLock = () => (serves ? announce(file, "starting") : removeReady(file));
  const checkWait = createDataWait(folder, { ...defaultPatience, ...patience }, note);
  for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
    const service = await openUnlessInUse({ ...options, folder, onLock });
    if (service) return asOpen(getDatabaseFile(folder), service);
    const ready = await readReady(file);
    if (ready) return { served: toServed(ready) };
    checkWait(await readTransition(file), getUptime());
    await pause(wait);
  }
}

async function openUnlessInUse(options: ServiceOptions): Promise<Service | undefined> {
  try {
    return await openService(options);
  } catch (error) {
    if (error instanceof DataInUse) return undefined;
    throw error;
  }
}

function asOpen(file: string, service: Service): OpenPlatform {
  const { transport, token } = service;
  return {
    transport,
    token,
    base: localBase,
    service,
    // No other process runs the jobs that the command has enqueued.
    async close() {
      await withStorageProblems(file, async () => {
        await service.jobs.finish();
        await service.close();
      });
    },
  };
}

function toServed({ url, token, admin }: Ready): ServedPlatform["served"] {
  return { url, token, adminToken: admin };
}
