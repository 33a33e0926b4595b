/** Keeps a process up with what others do to the whole of a database that they share. */
import { randomUUID } from "node:crypto";
import type { Transport } from "../../contract/wire.ts";
import { failure } from "../core/answers.ts";
import type { Clock } from "../core/clock.ts";
import { uptime } from "../core/uptime.ts";
import { generationFact, offsetFact } from "../database/facts.ts";
import { versionFact } from "../database/migrate.ts";
import type { Queries } from "../database/tables.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Admin } from "./admin/admin.ts";
import { migrations } from "./areas.ts";

interface Ground {
  readonly db: Queries;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly admin: Pick<Admin, "settle">;
  readonly log: (message: string, error: unknown) => void;
}

export interface Watch {
  /** Looks for the first time. */
  readonly begin: () => Promise<void>;
  /** Answers as the platform is that the others have left; refuses where it is a newer program's. */
  readonly around: (transport: Transport) => Transport;
}

/** So long may pass until a clock that was moved elsewhere, or data that was replaced, shows here. */
const pause = 1000;

export function createWatch({ db, clock, jobs, admin, log }: Ground): Watch {
  let looked = uptime();
  let generation: string | undefined;
  let version = migrations.version;

  async function look(): Promise<void> {
    const rows = await db
      .selectFrom("facts")
      .selectAll()
      .where("name", "in", [offsetFact, generationFact, versionFact])
      .execute();
    const facts = new Map(rows.map(({ name, value }) => [name, value]));
    version = Number(facts.get(versionFact) ?? 0);
    if (version > migrations.version) return;
    // Data that were never replaced have none.
    const now = facts.get(generationFact) ?? "";
    if (generation !== undefined && now !== generation) await admin.settle();
    generation = now;
    if (Number(facts.get(offsetFact) ?? 0) === clock.offset()) return;
    await clock.reload();
    jobs.reload();
  }

  return {
    begin: look,
    around: (transport) => async (request) => {
      if (uptime() - looked > pause) {
        looked = uptime();
        // A database that does not answer is for the request to meet.
        await look().catch((error) => log("The database could not be looked at.", error));
      }
      if (version <= migrations.version) return transport(request);
      const id = { "x-request-id": randomUUID() };
      return failure(503, outdated, id);
    },
  };
}

const outdated =
  "A newer program has changed the tables of the database; this one must be replaced by it.";
