/** Work that outlives a request: kept in the database, done once each, tried again where it fails. */
import type { JobTable, Queries } from "../database/tables.ts";
import type { Sealer } from "../sealing.ts";
import type { Outside } from "./outside.ts";

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
  /** The way to other machines. */
  readonly outside: Outside;
  /** Keeps secrets encrypted. */
  readonly sealer: Sealer;
}

/** Does one job. An effect outside the database must bear a repeat after a crash. */
export type ShortJob = (payload: unknown, call: JobCall) => Promise<void>;

/** What a job that takes long may use before its effect is written. */
export interface LongJobCall extends JobCall {
  /** In no transaction: other work goes on between two queries. */
  readonly db: Queries;
  /** Aborted when the platform closes; the job is then done anew at the next start. */
  readonly signal: AbortSignal;
}

/**
 * A job that takes long, beside which requests are answered: a transaction would hold them all up.
 * After a crash it begins again, so what it does before its effect must bear a repeat.
 */
export interface LongJob {
  /** Does the long part, and returns what is then done in the transaction that ends the job. */
  readonly prepare: (
    payload: unknown,
    call: LongJobCall,
  ) => Promise<(call: JobCall) => Promise<void>>;
}

export type JobKind = ShortJob | LongJob;

export interface Jobs {
  /** Puts a job in the queue, in the transaction of `db`. */
  readonly enqueue: (db: Queries, job: JobRequest) => Promise<void>;
  /**
   * Does what is due, the longest due first; of what takes long it is only the start.
   * @returns how many were done, started, or failed for now
   */
  readonly runDue: () => Promise<number>;
  /** Does what is due to its end, and what that leads to. */
  readonly finish: () => Promise<void>;
  /** Starts nothing any more, and breaks off what takes long. */
  readonly stop: () => Promise<void>;
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
  readonly outside: Outside;
  readonly sealer: Sealer;
  /** Is told of each try that failed. */
  readonly log: (message: string, error: unknown) => void;
}

type Job = Pick<JobTable, "id" | "kind" | "payload" | "attempts">;

const minute = 60 * 1000;
/** How long a job waits after each failure; after one more it is given up. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** Jobs that take long are done so many at a time. */
const mostLong = 2;
/** Even a long error leaves room in the table for others. */
const longestError = 1000;

export function createJobs(settings: Settings): Jobs {
  const { db, now, newId } = settings;
  const listeners = new Set<() => void>();
  /** Nothing is due before this time; "" where that is not known. */
  let idleUntil = "";
  let running: Promise<number> | undefined;
  const stopping = new AbortController();
  /** The jobs that take long, by their ids. */
  const underWay = new Map<string, Promise<void>>();

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

  const longKinds = Object.entries(settings.kinds)
    .filter(([, kind]) => typeof kind === "object")
    .map(([name]) => name);

  /** The next one that may start. */
  function earliest() {
    return db
      .selectFrom("jobs")
      .selectAll()
      .where("state", "=", "waiting")
      .$if(underWay.size > 0, (query) => query.where("id", "not in", [...underWay.keys()]))
      .$if(underWay.size >= mostLong, (query) => query.where("kind", "not in", longKinds))
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
      const kind = Object.hasOwn(settings.kinds, job.kind) ? settings.kinds[job.kind] : undefined;
      if (typeof kind === "object") start(job, kind);
      else await attempt(job, () => runShort(job, kind));
    }
  }

  async function attempt(job: Job, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      settings.log(`The job ${job.kind} ${job.id} failed.`, error);
      await putBack(job, error);
    }
  }

  async function runShort(job: Job, kind: ShortJob | undefined): Promise<void> {
    if (!kind) throw new Error(`This program knows no job of the kind ${job.kind}.`);
    await end(job, (call) => kind(JSON.parse(job.payload), call));
  }

  function start(job: Job, kind: LongJob): void {
    const work = attempt(job, () => runLong(job, kind))
      .catch((error) => settings.log(`The job ${job.kind} ${job.id} could not be put back.`, error))
      .finally(() => {
        underWay.delete(job.id);
        reload();
      });
    underWay.set(job.id, work);
  }

  async function runLong(job: Job, kind: LongJob): Promise<void> {
    try {
      const { signal } = stopping;
      const effect = await kind.prepare(JSON.parse(job.payload), { ...callOn(db), signal });
      if (!signal.aborted) await end(job, effect);
    } catch (error) {
      // What the end of the platform breaks off has not failed.
      if (!stopping.signal.aborted) throw error;
    }
  }

  /** Takes the job off the queue and has its effect, both or neither. */
  async function end(job: Job, effect: (call: JobCall) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const taken = await transaction
        .deleteFrom("jobs")
        .where("id", "=", job.id)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      // Another process took it meanwhile.
      if (taken.numDeletedRows === 0n) return;
      await effect(callOn(transaction));
    });
  }

  function callOn(queries: Queries): JobCall {
    return {
      db: queries,
      now: now(),
      newId,
      enqueue: (request) => enqueue(queries, request),
      outside: settings.outside,
      sealer: settings.sealer,
    };
  }

  async function putBack(job: Job, error: unknown): Promise<void> {
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

  async function runDue(): Promise<number> {
    if (running) return running;
    if (stopping.signal.aborted || now().toISOString() < idleUntil) return 0;
    running = runAll()
      .catch((error) => {
        idleUntil = "";
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  function reload(): void {
    idleUntil = "";
    for (const listener of listeners) listener();
  }

  return {
    enqueue,
    runDue,
    async finish() {
      while ((await runDue()) > 0 || underWay.size > 0) await Promise.all(underWay.values());
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay.values());
    },
    async nextAt() {
      const job = await earliest();
      return job && new Date(job.run_at);
    },
    onEnqueue(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
  };
}
