/** Does one job that is due: in a transaction, or with a lease where it takes long; or puts it back. */
import { isShared } from "../database/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Job, JobCall, LongJob, ShortJob } from "./job.ts";
import type { Leases } from "./leases.ts";

export interface Runs {
  /** @returns false where another process does it; true also where it failed and was put back */
  readonly short: (job: Job, kind: ShortJob | undefined) => Promise<boolean>;
  /** Begins it. @returns its end, which never fails; undefined where another process was first */
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
/** How long a job waits after each failure; after one more it is given up. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** Even a long error leaves room in the table for others. */
const longestError = 1000;

export function createRuns({ db, leases, callOn, now, stopping, log }: Settings): Runs {
  /** @param owner who has the lease on it; null for a job without one. @returns what `work` does; true where it fails */
  async function attempt(
    job: Job,
    work: () => Promise<boolean>,
    owner: string | null,
  ): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      log(`The job ${job.kind} ${job.id} failed.`, error);
      await putBack(job, error, owner);
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
      // What the end of the platform or another process breaks off has not failed.
      if (!signal.aborted) throw error;
    }
    await leases.letGo(job.id);
    return false;
  }

  /**
   * Takes the job off the queue and has its effect, both or neither.
   * @returns false where another process does it, or has done it meanwhile
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
        // Whoever holds the row is at it.
        .$if(isShared(db), (query) => query.forUpdate().skipLocked());
      const taken = await transaction.deleteFrom("jobs").where("id", "=", ours).executeTakeFirst();
      if (taken.numDeletedRows === 0n) return false;
      await effect(callOn(transaction));
      return true;
    });
  }

  async function putBack(job: Job, error: unknown, owner: string | null): Promise<void> {
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
