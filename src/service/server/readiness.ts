/**
 * Readiness: whether this process should receive requests. In contrast to `/healthz`, a process that
 * is not ready must not be restarted.
 */
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { findObjectStorage } from "../areas/content/files/file-storage.ts";
import { readFacts } from "../database/facts.ts";
import { canServe, oldestProgramFact, outdatedServer, versionFact } from "../database/migrate.ts";
import { migrations } from "../database/migrations.ts";
import type { Queries } from "../database/tables.ts";

/** `ok`, or the reason why the process is not ready. */
interface ReadinessChecks {
  readonly database: string;
  readonly migrations: string;
  /** Absent for data that is not in a folder of this machine. */
  readonly disk?: string;
  /** Absent if no file contents are in an object storage. */
  readonly storage?: string;
  readonly shutdown: string;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: ReadinessChecks;
}

export interface ReadinessState {
  readonly check: () => Promise<Readiness>;
  /** From now on the process is not ready, although it serves requests until it stops. */
  readonly startShutdown: () => void;
}

interface ReadinessParts {
  readonly db: Queries;
  /** The folder of SQLite's file. */
  readonly folder: string | undefined;
}

/** In milliseconds; probes commonly have a timeout of some seconds. */
const longestQuery = 2000;
/** In bytes: enough for SQLite's log of some large requests. */
const leastFreeSpace = 64 * 1024 * 1024;

export function createReadiness({ db, folder }: ReadinessParts): ReadinessState {
  let isStopping = false;

  async function check(): Promise<Readiness> {
    const [stored, disk, storage] = await Promise.all([
      findVersions(db),
      folder === undefined ? undefined : checkDisk(folder),
      findObjectStorage(db)?.check(),
    ]);
    const checks = {
      database: typeof stored === "string" ? stored : "ok",
      migrations: typeof stored === "string" ? "unknown" : describeVersions(stored),
      ...(disk !== undefined && { disk }),
      ...(storage !== undefined && { storage }),
      shutdown: isStopping ? "The process is stopping." : "ok",
    };
    return { isReady: Object.values(checks).every((text) => text === "ok"), checks };
  }

  return {
    check,
    startShutdown() {
      isStopping = true;
    },
  };
}

/** @returns the facts about the schema version of the data, or the reason why they cannot be read */
async function findVersions(db: Queries): Promise<ReadonlyMap<string, string> | string> {
  const late = wait(longestQuery, `No response within ${longestQuery / 1000} s.`, { ref: false });
  try {
    return await Promise.race([readFacts(db, [versionFact, oldestProgramFact]), late]);
  } catch {
    // The cause may contain paths and hosts; the log has it.
    return "The database is not available.";
  }
}

function describeVersions(facts: ReadonlyMap<string, string>): string {
  if (Number(facts.get(versionFact) ?? 0) < migrations.version) {
    return "The database has not been upgraded.";
  }
  return canServe(facts, migrations.version) ? "ok" : outdatedServer;
}

async function checkDisk(folder: string): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return describeFreeSpace(bavail * bsize);
  } catch {
    return "The data folder cannot be read.";
  }
}

/** @param bytes the free space of a disk */
export function describeFreeSpace(bytes: number): string {
  return bytes < leastFreeSpace ? `Less than ${leastFreeSpace / 1024 / 1024} MiB are free.` : "ok";
}
