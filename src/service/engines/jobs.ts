/** Work that outlives a request: kept in the database, done once each, tried again where it fails. */
import type { Queries } from "../database/tables.ts";

export interface JobRequest {
  readonly kind: string;
  /** Plain JSON. */
  readonly payload: unknown;
  /** When to run it first; at once where absent. */
  readonly at?: Date;
}

/** What a job may know and use while it runs. */
export interface JobCall {
  /** In the transaction that also takes the job off the queue: both happen, or neither. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  readonly enqueue: (job: JobRequest) => Promise<void>;
}

/** Does one job. An effect outside the database must bear a repeat after a crash. */
export type JobKind = (payload: unknown, call: JobCall) => Promise<void>;

export interface Jobs {
  /** Puts a job in the queue, in the transaction of `db`. */
  readonly enqueue: (db: Queries, job: JobRequest) => Promise<void>;
  /** Does what is due, the longest due first. @returns how many were done or failed for now */
  readonly runDue: () => Promise<number>;
  /** When the next one is due; undefined where none waits. */
  readonly nextAt: () => Promise<Date | undefined>;
  /** Is told when a job may have come that is due earlier. @returns what stops the telling */
  readonly onEnqueue: (listener: () => void) => () => void;
  /** Forgets what it remembers of the queue, after the clock or the data was changed. */
  readonly reload: () => void;
}

interface Settings {
  readonly db: Queries;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly kinds: Readonly<Record<string, JobKind>>;
  /** Is told of each try that failed. */
  readonly log: (message: string, error: unknown) => void;
}

const minute = 60 * 1000;
/** How long a job waits after each failure; after one more it is given up. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** Even a long error leaves room in the table for others. */
const longestError = 1000;

export function createJobs(settings: Settings): Jobs {
  const { db, now, newId } = settings;
  const listeners = new Set<() => void>();
  /** Nothing is due before this time; "" where that is not known. */
  let idleUntil = "";
  let running: Promise<number> | undefined;

  async function enqueue(queries: Queries, job: JobRequest): Promise<void> {
    const at = now();
    const run_at = (job.at ?? at).toISOString();
    const payload = JSON.stringify(job.payload);
    await queries
      .insertInto("jobs")
      .values({
        id: newId(),
        kind: job.kind,
        payload,
        run_at,
        attempts: 0,
        state: "waiting",
        last_error: null,
        created_at: at.toISOString(),
      })
      .execute();
    if (run_at < idleUntil) idleUntil = run_at;
    for (const listener of listeners) listener();
  }

  function earliest() {
    return db
      .selectFrom("jobs")
      .selectAll()
      .where("state", "=", "waiting")
      .orderBy("run_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  }

  async function runAll(): Promise<number> {
    for (let done = 0; ; done++) {
      // A job enqueued while the queue is read makes this earlier again.
      idleUntil = "9999";
      const job = await earliest();
      if (!job || job.run_at > now().toISOString()) {
        if (job && job.run_at < idleUntil) idleUntil = job.run_at;
        return done;
      }
      try {
        await runOne(job);
      } catch (error) {
        settings.log(`The job ${job.kind} ${job.id} failed.`, error);
        await putBack(job, error);
      }
    }
  }

  async function runOne(job: { id: string; kind: string; payload: string }): Promise<void> {
    const kind = Object.hasOwn(settings.kinds, job.kind) ? settings.kinds[job.kind] : undefined;
    if (!kind) throw new Error(`This program knows no job of the kind ${job.kind}.`);
    await db.transaction().execute(async (transaction) => {
      const taken = await transaction
        .deleteFrom("jobs")
        .where("id", "=", job.id)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      // Another process took it meanwhile.
      if (taken.numDeletedRows === 0n) return;
      await kind(JSON.parse(job.payload), {
        db: transaction,
        now: now(),
        newId,
        enqueue: (request) => enqueue(transaction, request),
      });
    });
  }

  async function putBack(job: { id: string; attempts: number }, error: unknown): Promise<void> {
    const delay = delays[job.attempts];
    const message = error instanceof Error ? error.message : String(error);
    await db
      .updateTable("jobs")
      .set({
        attempts: job.attempts + 1,
        last_error: message.slice(0, longestError),
        ...(delay === undefined
          ? { state: "failed" as const }
          : { run_at: new Date(now().getTime() + delay).toISOString() }),
      })
      .where("id", "=", job.id)
      .execute();
  }

  return {
    enqueue,
    async runDue() {
      if (running) return running;
      if (now().toISOString() < idleUntil) return 0;
      running = runAll()
        .catch((error) => {
          idleUntil = "";
          throw error;
        })
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    async nextAt() {
      const job = await earliest();
      return job && new Date(job.run_at);
    },
    onEnqueue(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload() {
      idleUntil = "";
      for (const listener of listeners) listener();
    },
  };
}
