/** Jobs: work that continues after the request that enqueued it, and the declaration of job kinds. */
import type { JobTable, Queries } from "../database/tables.ts";
import type { Egress } from "../engines/network/egress.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { Principal } from "./principal.ts";

export type Job = Pick<
  JobTable,
  "id" | "kind" | "payload" | "attempts" | "principal" | "organization_id"
>;

export interface JobRequest {
  readonly kind: string;
  /** JSON. */
  readonly payload: unknown;
  /** The time of the first run; immediately if absent. */
  readonly at?: Date;
  /** The id of the organization of the job; required for a kind that runs on behalf of its requester. */
  readonly organization?: string;
  /** The principal of the job; that of the request or job that enqueues it if absent. */
  readonly principal?: Principal | undefined;
}

/** The context of a running job. */
export interface JobCall {
  /**
   * In the transaction that also removes the job from the queue, so that both are committed or
   * neither is.
   */
  readonly db: Queries;
  readonly now: Date;
  /** The current time of the platform; `now` is the time of the start. */
  readonly time: () => Date;
  readonly newId: () => string;
  /**
   * Enqueues a job with the principal and organization of this job, unless the request specifies
   * others.
   */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** Whether the clock was moved on purpose; otherwise a jump may be an error of the machine's clock. */
  readonly clockIsMoved: boolean;
  /** Warns the operator. */
  readonly warn: (message: string) => void;
  /** Sends requests to other machines. */
  readonly outside: Egress;
  /** Encrypts stored secrets. */
  readonly secretBox: SecretBox;
}

/** Runs a job. Effects outside the database must be safe to repeat after a crash. */
export type ShortJob = (payload: unknown, call: JobCall) => Promise<void>;

/** The context of a long job before its effect is written. */
export interface LongJobCall extends JobCall {
  /** Not in a transaction: other work runs between two queries. */
  readonly db: Queries;
  /** Aborted when the platform closes; the job runs again at the next start. */
  readonly signal: AbortSignal;
  /**
   * Checks the permission again, before data is sent to another machine, if time has passed since
   * the start of the job.
   * @throws NotPermittedError, which ends the job, if its principal has lost the permission
   */
  readonly requirePermission: () => Promise<void>;
}

/** The transaction that completes a long job. */
export type Effect = (call: JobCall) => Promise<void>;

/** An effect outside the platform has happened with permission, so it is recorded in any case. */
export interface RecordedEffect {
  readonly record: Effect;
}

export type DeliveryTarget = "integrations" | "language-model" | "webhooks";

/**
 * A long job, during which requests are processed, because a transaction would block them. After a
 * crash it runs again, so its steps before the effect must be safe to repeat.
 */
export interface LongJob {
  /**
   * The other programs for which it waits; absent if it computes itself. Such jobs have slots of
   * their own, so that imports do not delay events, and unresponsive webhooks do not either.
   */
  readonly delivery?: DeliveryTarget;
  /**
   * Performs the long part and returns the effect, which runs in the transaction that completes the
   * job.
   */
  readonly prepare: (payload: unknown, call: LongJobCall) => Promise<Effect | RecordedEffect>;
}

/** Maintenance of stored data by the platform. */
export interface PlatformJob {
  readonly principal: "platform";
  /** The reason why the job does not need the permission of a requester. */
  readonly reason: string;
  readonly work: ShortJob | LongJob;
}

/** A job on behalf of a requester, who needs the permission when it runs. */
export interface RequestedJob {
  readonly principal: "requester";
  readonly work: LongJob;
  readonly permission: JobPermission;
}

/** Every job kind declares its principal. */
export type JobKind = PlatformJob | RequestedJob;

/** The principal of a job when it runs; access functions of handlers accept it as their call. */
export interface PermissionCall {
  readonly db: Queries;
  readonly now: Date;
  /** The id of the user who is the principal, or for whom it acts. */
  readonly caller: string;
  /** The only organization that a principal who signed in by SAML may access. */
  readonly boundTo: string | undefined;
  /** The organization of the job; absent for a job of an earlier version. */
  readonly organization: string | undefined;
  /**
   * Refuses an integration that may not perform the operation with this input.
   * @throws ApiError
   */
  readonly requireScope: (
    operation: string,
    input: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

export interface JobPermission {
  /**
   * Refuses the job if the operation that requested it would be refused now.
   * @throws ApiError
   */
  readonly authorize: (payload: unknown, call: PermissionCall) => Promise<void>;
  /**
   * Ends the requested work without its effect, and stores the reason for the requester.
   * @returns the requested resource; undefined if it no longer exists
   */
  readonly end: (payload: unknown, end: JobEnd, call: JobCall) => Promise<EndedWork | undefined>;
  /** The user for whom a job of an earlier version runs, which stored no principal. */
  readonly findRequester?: (payload: unknown, db: Queries) => Promise<string | undefined>;
}

export interface JobEnd {
  /** `cancelled` without the permission; `failed` after the maximum number of attempts. */
  readonly state: "cancelled" | "failed";
  /** A sentence for the requester. */
  readonly reason: string;
}

export interface EndedWork {
  /** The operation that requested it. */
  readonly operation: string;
  readonly target: { readonly type: string; readonly id: string };
}

/** Interrupts a job whose principal has lost its permission; the job ends as `cancelled`. */
export class NotPermittedError extends Error {
  override readonly name = "NotPermittedError";
}
