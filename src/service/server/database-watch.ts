/**
 * Detection of changes that other processes make to a shared database as a whole: its clock, its
 * data, its schema.
 */
import { randomUUID } from "node:crypto";
import type { Transport } from "../../contract/wire.ts";
import { getUptime, type ServiceClock } from "../core/clock.ts";
import { createErrorResponse } from "../core/deferred-response.ts";
import { generationFact, offsetFact, readFacts } from "../database/facts.ts";
import { canServe, oldestProgramFact, outdatedServer, versionFact } from "../database/migrate.ts";
import { migrations } from "../database/migrations.ts";
import type { Queries } from "../database/tables.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Admin } from "./admin/admin.ts";

interface WatchOptions {
  readonly db: Queries;
  readonly clock: ServiceClock;
  readonly jobs: Jobs;
  readonly admin: Pick<Admin, "reconcile">;
  readonly log: (message: string, error: unknown) => void;
}

export interface DatabaseWatch {
  /** Performs the first check. */
  readonly begin: () => Promise<void>;
  /** Whether a newer program has migrated the database. */
  readonly isNewer: () => boolean;
  /**
   * Handles requests with the current state, and refuses them after a newer program has changed the
   * schema so that this program cannot serve it.
   */
  readonly wrap: (transport: Transport) => Transport;
}

/** Maximum delay until a clock change or replaced data takes effect, in milliseconds. */
const interval = 1000;

export function createWatch({ db, clock, jobs, admin, log }: WatchOptions): DatabaseWatch {
  let checkedAt = getUptime();
  let generation: string | undefined;
  let [isServing, isNewer] = [true, false];

  async function check(): Promise<void> {
    const names = [offsetFact, generationFact, versionFact, oldestProgramFact];
    const facts = await readFacts(db, names);
    isServing = canServe(facts, migrations.version);
    isNewer = Number(facts.get(versionFact) ?? 0) > migrations.version;
    if (!isServing) return;
    // Data that was never replaced has no generation.
    const now = facts.get(generationFact) ?? "";
    if (generation !== undefined && now !== generation) await admin.reconcile();
    generation = now;
    if (Number(facts.get(offsetFact) ?? 0) === clock.offset()) return;
    await clock.reload();
    jobs.reload();
  }

  return {
    begin: check,
    isNewer: () => isNewer,
    wrap: (transport) => async (request) => {
      if (getUptime() - checkedAt > interval) {
        checkedAt = getUptime();
        // If the database does not respond, the request itself fails.
        await check().catch((error) => log("Failed to check the database for changes.", error));
      }
      if (isServing) return transport(request);
      const id = { "x-request-id": randomUUID() };
      return createErrorResponse(503, outdatedServer, id);
    },
  };
}
