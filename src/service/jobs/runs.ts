/** Does one job that is due, in a transaction, or with a lease if it takes long; reschedules it if it fails. */
import { isShared } from "../database/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Job, JobCall, LongJob, ShortJob } from "./job.ts";
import type { Leases } from "./leases.ts";

export interface Runs {
  /** @returns false if another process does it; true also if it failed and was rescheduled */
  readonly short: (job: Job, kind: ShortJob | undefined) => Promise<boolean>;
  /** Begins it. @returns its end, which never rejects; undefined if another process was first */
  readonly long: (job: Job, kind: LongJob) => Promise<{ readonly end: Promise<void> } | undefined>;
}

interface Settings {
  readonly db: Queries;
  readonly leases: Leases;
  readonly callOn: (queries: Queries) => JobCall;
  readonly now: () => Date;
  /** Aborted when the platform closes. */
  readonly stopping: AbortSignal;
  readonly log: (message: string, error: unknown) => void;
}

const minute = 60 * 1000;
/** How long a job waits after each failure; after a further one it is given up. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** Even a long error leaves room in the table for others. */
const longestError = 1000;

export function createRuns({ db, leases, callOn, now, stopping, log }: Settings): Runs {
  /** @param owner who has its lease; null for a job without one. @returns what `work` returns; true if it fails */
  async function attempt(
    job: Job,
    work: () => Promise<boolean>,
    owner: string | null,
  ): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      log(`The job ${job.kind} ${job.id} failed.`, error);
      await reschedule(job, error, owner);
      return true;
    }
  }

  async function runShort(job: Job, kind: ShortJob | undefined): Promise<boolean> {
    if (!kind) throw new Error(`This program knows no job of the kind ${job.kind}.`);
    return end(job, (call) => kind(JSON.parse(job.payload), call), null);
  }

  async function runLong(job: Job, kind: LongJob, loss: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([stopping, loss]);
    try {
      const effect = await kind.prepare(JSON.parse(job.payload), { ...callOn(db), signal });
      if (!signal.aborted) return await end(job, effect, leases.owner);
    } catch (error) {
      // Aborted by the end of the platform, or by another process that took the lease: no failure.
      if (!signal.aborted) throw error;
    }
    await leases.release(job.id);
    return false;
  }

  /**
   * Takes the job off the queue and applies its effect, both or neither.
   * @returns false if another process does it, or has done it meanwhile
   */
  function end(
    job: Job,
    effect: (call: JobCall) => Promise<void>,
    owner: string | null,
  ): Promise<boolean> {
    return inTransaction(db, async (transaction) => {
      const ours = transaction
        .selectFrom("jobs")
        .select("id")
        .where("id", "=", job.id)
        .where("state", "=", "waiting")
        .where("leased_by", owner === null ? "is" : "=", owner)
        // If the row is locked, another process is doing it.
        .$if(isShared(db), (query) => query.forUpdate().skipLocked());
      const deletion = await transaction
        .deleteFrom("jobs")
        .where("id", "=", ours)
        .executeTakeFirst();
      if (deletion.numDeletedRows === 0n) return false;
      await effect(callOn(transaction));
      return true;
    });
  }

  async function reschedule(job: Job, error: unknown, owner: string | null): Promise<void> {
    const at = now();
    const delay = delays[job.attempts];
    const message = error instanceof Error ? error.message : String(error);
    await db
      .updateTable("jobs")
      .set({
        attempts: job.attempts + 1,
        last_error: message.slice(0, longestError),
        leased_by: null,
        leased_until: null,
        ...(delay === undefined
          ? { state: "failed" as const }
          : {
              run_at: new Date(at.getTime() + delay).toISOString(),
              created_at: at.toISOString(),
            }),
      })
      .where("id", "=", job.id)
      .where("leased_by", owner === null ? "is" : "=", owner)
      .execute();
  }

  return {
    short: (job, kind) => attempt(job, () => runShort(job, kind), null),
    async long(job, kind) {
      const loss = await leases.take(job.id);
      if (!loss) return undefined;
      const end = attempt(job, () => runLong(job, kind, loss), leases.owner)
        .catch((error) => log(`The job ${job.kind} ${job.id} could not be put back.`, error))
        .then(() => leases.drop(job.id));
      return { end };
    },
  };
}
