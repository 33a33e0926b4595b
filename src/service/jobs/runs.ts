/**
 * Execution of one due job: a short job in a transaction, a long one with a lease. A failed job is
 * rescheduled.
 */
import { isShared } from "../database/sqlite/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Tracing } from "../engines/tracing/spans.ts";
import {
  type Effect,
  type Job,
  type JobCall,
  type JobKind,
  type LongJob,
  NotPermittedError,
  type RecordedEffect,
} from "./job.ts";
import type { Leases } from "./leases.ts";
import type { JobPermissions } from "./permissions.ts";
import { traceJob } from "./trace-job.ts";

export interface Runs {
  /** @returns false if another process runs it; true also if it failed and was rescheduled */
  readonly short: (job: Job, kind: JobKind | undefined) => Promise<boolean>;
  /**
   * Starts the job.
   * @returns its end, which never rejects; undefined if another process was first
   */
  readonly long: (job: Job, kind: JobKind) => Promise<{ readonly end: Promise<void> } | undefined>;
}

interface RunSettings {
  readonly db: Queries;
  readonly leases: Leases;
  readonly callOn: (queries: Queries, job: Job) => JobCall;
  readonly permissions: JobPermissions;
  readonly now: () => Date;
  /** Aborted when the platform closes. */
  readonly stopping: AbortSignal;
  readonly tracing: Tracing | undefined;
  readonly log: (message: string, error: unknown) => void;
}

const minute = 60 * 1000;
/** The delay after each failed attempt; after a further failure the job is abandoned. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** Errors are truncated, to limit the size of the table. */
const longestError = 1000;

/** A job that ended the process this many times while it ran is abandoned. */
const mostInterruptions = delays.length;

export function createRuns(settings: RunSettings): Runs {
  const { db, leases, callOn, permissions, now, stopping, tracing, log } = settings;

  /**
   * @param owner the owner of the lease; null for a job without one
   * @returns the result of `work`; true if it fails
   */
  async function attempt(
    job: Job,
    kind: JobKind | undefined,
    work: () => Promise<boolean>,
    owner: string | null,
  ): Promise<boolean> {
    try {
      return await traceJob(tracing, job, work);
    } catch (error) {
      log(`The job ${job.kind} ${job.id} failed.`, error);
      await reschedule(job, kind, error, owner);
      return true;
    }
  }

  async function runShort(job: Job, kind: JobKind | undefined): Promise<boolean> {
    if (!kind) throw new Error(`Unknown job kind ${job.kind}.`);
    const { work } = kind;
    if (typeof work !== "function")
      throw new Error(`The job kind ${job.kind} is long and cannot run as a short job.`);
    return end(job, (call) => work(JSON.parse(job.payload), call), null);
  }

  async function runLong(
    job: Job,
    kind: JobKind,
    work: LongJob,
    loss: AbortSignal,
  ): Promise<boolean> {
    const signal = AbortSignal.any([stopping, loss]);
    let refusal: string | undefined;
    const requirePermission = async () => {
      refusal ??= await permissions.check(db, job, kind);
      if (refusal !== undefined) throw new NotPermittedError(refusal);
    };
    const cancel = (call: JobCall, reason: string) =>
      permissions.end(call, job, kind, { state: "cancelled", reason });
    try {
      const effect = await prepare();
      if (!signal.aborted) return await end(job, effect, leases.owner);
    } catch (error) {
      // Aborted because the platform closes or another process took over the lease: not a failure.
      if (!signal.aborted) throw error;
    }
    await leases.release(job.id);
    return false;

    async function prepare(): Promise<Effect> {
      let prepared: Effect | RecordedEffect;
      try {
        await requirePermission();
        prepared = await work.prepare(JSON.parse(job.payload), {
          ...callOn(db, job),
          signal,
          requirePermission,
        });
      } catch (error) {
        if (refusal === undefined) throw error;
        prepared = async () => {};
      }
      if (refusal !== undefined) {
        const reason = refusal;
        return (call) => cancel(call, reason);
      }
      if ("record" in prepared) return prepared.record;
      const effect = prepared;
      // The permission may have been lost since the start, and this transaction writes the effect.
      return async (call) => {
        const reason = await permissions.check(call.db, job, kind);
        await (reason === undefined ? effect(call) : cancel(call, reason));
      };
    }
  }

  /**
   * Removes the job from the queue and applies its effect in one transaction.
   * @returns false if another process runs it or has completed it
   */
  function end(job: Job, effect: Effect, owner: string | null): Promise<boolean> {
    return inTransaction(db, async (transaction) => {
      const ours = transaction
        .selectFrom("jobs")
        .select("id")
        .where("id", "=", job.id)
        .where("state", "=", "waiting")
        .where("leased_by", owner === null ? "is" : "=", owner)
        // A locked row means that another process is running the job.
        .$if(isShared(db), (query) => query.forUpdate().skipLocked());
      const deletion = await transaction
        .deleteFrom("jobs")
        .where("id", "=", ours)
        .executeTakeFirst();
      if (deletion.numDeletedRows === 0n) return false;
      await effect(callOn(transaction, job));
      return true;
    });
  }

  async function reschedule(
    job: Job,
    kind: JobKind | undefined,
    error: unknown,
    owner: string | null,
  ): Promise<void> {
    const time = now();
    const delay = delays[job.attempts];
    const message = error instanceof Error ? error.message : String(error);
    const changes = {
      attempts: job.attempts + 1,
      last_error: message.slice(0, longestError),
      leased_by: null,
      leased_until: null,
    };
    if (delay === undefined) return giveUp(job, kind, changes, owner);
    await db
      .updateTable("jobs")
      .set({
        ...changes,
        run_at: new Date(time.getTime() + delay).toISOString(),
        created_at: time.toISOString(),
      })
      .where("id", "=", job.id)
      .where("leased_by", owner === null ? "is" : "=", owner)
      .execute();
  }

  /**
   * The failed job is kept for the operator, and the requester is informed, because the requested
   * work has no other end.
   */
  async function giveUp(
    job: Job,
    kind: JobKind | undefined,
    changes: { readonly attempts: number; readonly last_error: string },
    owner: string | null,
  ): Promise<void> {
    await inTransaction(db, async (transaction) => {
      const update = await transaction
        .updateTable("jobs")
        .set({ ...changes, leased_by: null, leased_until: null, state: "failed" })
        .where("id", "=", job.id)
        .where("state", "=", "waiting")
        .where("leased_by", owner === null ? "is" : "=", owner)
        .executeTakeFirst();
      if (update.numUpdatedRows === 0n) return;
      const reason = `Failed after ${changes.attempts} attempts. The last error was: ${changes.last_error}`;
      await permissions.end(callOn(transaction, job), job, kind, { state: "failed", reason });
    });
  }

  return {
    short: (job, kind) => attempt(job, kind, () => runShort(job, kind), null),
    async long(job, kind) {
      const { work } = kind;
      if (typeof work === "function")
        throw new Error(`The job kind ${job.kind} is short and cannot run with a lease.`);
      const loss = await leases.take(job.id);
      if (!loss) return undefined;
      const run = async () => {
        if (job.attempts <= mostInterruptions) return runLong(job, kind, work, loss);
        throw new Error("the platform stopped during every attempt");
      };
      const end = attempt(job, kind, run, leases.owner)
        .catch((error) => log(`The job ${job.kind} ${job.id} could not be rescheduled.`, error))
        .then(() => leases.drop(job.id));
      return { end };
    },
  };
}
