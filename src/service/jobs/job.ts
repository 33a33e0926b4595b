/** What a job is: work that outlives the request that asks for it. */
import type { JobTable, Queries } from "../database/tables.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";

export type Job = Pick<JobTable, "id" | "kind" | "payload" | "attempts">;

export interface JobRequest {
  readonly kind: string;
  /** Plain JSON. */
  readonly payload: unknown;
  /** When to run it first; at once if absent. */
  readonly at?: Date;
}

/** What a job may know and use while it runs. */
export interface JobCall {
  /** In the transaction that also takes the job off the queue: both happen, or neither. */
  readonly db: Queries;
  readonly now: Date;
  /** The platform's time at this moment; `now` is that of the start. */
  readonly time: () => Date;
  readonly newId: () => string;
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** Whether somebody moved the clock on purpose; otherwise a jump may be a fault of the machine. */
  readonly clockIsMoved: boolean;
  /** Warns the operator. */
  readonly warn: (message: string) => void;
  /** Reaches other machines. */
  readonly outside: Outside;
  /** Keeps secrets encrypted. */
  readonly secretBox: SecretBox;
}

/** Does one job. An effect outside the database must be safe to repeat after a crash. */
export type ShortJob = (payload: unknown, call: JobCall) => Promise<void>;

/** What a job that takes long may use before its effect is written. */
export interface LongJobCall extends JobCall {
  /** Not in a transaction: other work goes on between two queries. */
  readonly db: Queries;
  /** Aborted when the platform closes; the job is then done anew at the next start. */
  readonly signal: AbortSignal;
}

/**
 * A job that takes long, during which requests are answered: a transaction would block them all.
 * After a crash it begins again, so what it does before its effect must be safe to repeat.
 */
export interface LongJob {
  /** Does the long part, and returns what is then done in the transaction that ends the job. */
  readonly prepare: (
    payload: unknown,
    call: LongJobCall,
  ) => Promise<(call: JobCall) => Promise<void>>;
}

export type JobKind = ShortJob | LongJob;
