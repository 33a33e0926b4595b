/** Opens the data for a command, or finds the process that serves it. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Transport } from "../contract/wire.ts";
import { ApiError } from "../errors.ts";
import { getUptime } from "./core/clock.ts";
import { resolveDatabaseFolder } from "./database/data-folder.ts";
import { databaseFile } from "./database/open.ts";
import { DataInUse } from "./database/sqlite/sqlite.ts";
import { withStorageProblems } from "./database/storage-failure.ts";
import { getReadyFile, type Ready, readReady, removeReady } from "./server/ready-file.ts";
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

export interface OpenOptions extends Omit<ServiceOptions, "folder"> {
  /** The maximum wait for another command that has the data open, in milliseconds. */
  readonly patience?: number | undefined;
}

const defaultPatience = 5000;
const step = 25;

/**
 * Opens the data folder. If a server has it open, returns its URL and token; if another command has
 * it open, waits briefly.
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
  { patience = defaultPatience, ...options }: OpenOptions,
): Promise<OpenPlatform | ServedPlatform> {
  const end = getUptime() + patience;
  for (;;) {
    const service = await openUnlessInUse({ ...options, folder });
    if (service) return finishOpening(folder, service);
    const ready = await readReady(getReadyFile(folder));
    if (ready) return { served: toServed(ready) };
    if (getUptime() >= end) throw inUse(folder);
    await pause(step);
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

async function finishOpening(folder: string, service: Service): Promise<OpenPlatform> {
  // This process has locked the data, so a ready file belongs to a server that was killed.
  try {
    await removeReady(getReadyFile(folder));
  } catch (error) {
    await service.close();
    throw error;
  }
  return asOpen(getDatabaseFile(folder), service);
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

function inUse(folder: string): ApiError {
  return new ApiError(
    409,
    `Another command has the data in ${folder} open. Wait for it to end, or use another data folder.`,
  );
}
