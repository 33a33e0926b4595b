/** Jobs: work that outlives the request that asks for it, and what each kind of it declares. */
import type { JobTable, Queries } from "../database/tables.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { Principal } from "./principal.ts";

export type Job = Pick<
  JobTable,
  "id" | "kind" | "payload" | "attempts" | "principal" | "organization_id"
>;

export interface JobRequest {
  readonly kind: string;
  /** Plain JSON. */
  readonly payload: unknown;
  /** When to run it first; at once if absent. */
  readonly at?: Date;
  /** The id of the organization that it is for; required for a kind that runs for its requester. */
  readonly organization?: string;
  /** In whose name it runs; the principal of the request or job that enqueues it if absent. */
  readonly principal?: Principal | undefined;
}

/** What a job may know and use while it runs. */
export interface JobCall {
  /** In the transaction that also takes the job off the queue: both happen, or neither. */
  readonly db: Queries;
  readonly now: Date;
  /** The platform's time at this moment; `now` is that of the start. */
  readonly time: () => Date;
  readonly newId: () => string;
  /** In the name and for the organization of this job, unless the request names others. */
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
  /**
   * To be called before anything leaves the platform, if time has passed since the job began.
   * @throws NotPermitted, which ends the job, if its principal has lost the permission
   */
  readonly requirePermission: () => Promise<void>;
}

/** The transaction that ends a long job. */
export type Effect = (call: JobCall) => Promise<void>;

/** An effect outside the platform has happened with permission, so its record is written in any case. */
export interface RecordedEffect {
  readonly record: Effect;
}

/**
 * A job that takes long, during which requests are answered: a transaction would block them all.
 * After a crash it begins again, so what it does before its effect must be safe to repeat.
 */
export interface LongJob {
  /** Does the long part, and returns what is then done in the transaction that ends the job. */
  readonly prepare: (payload: unknown, call: LongJobCall) => Promise<Effect | RecordedEffect>;
}

/** Maintenance of what is stored already. */
export interface PlatformJob {
  readonly principal: "platform";
  /** The reason why no requester's permission is needed when it runs. */
  readonly reason: string;
  readonly work: ShortJob | LongJob;
}

/** Work in the name of whoever requested it, which needs their permission when it runs. */
export interface RequestedJob {
  readonly principal: "requester";
  readonly work: LongJob;
  readonly permission: JobPermission;
}

/** Every kind of job declares in whose name it runs. */
export type JobKind = PlatformJob | RequestedJob;

/** The principal of a job as it stands when the job runs; handlers' functions of access take it as their call. */
export interface PermissionCall {
  readonly db: Queries;
  readonly now: Date;
  /** The id of the user who is the principal, or for whom it acts. */
  readonly caller: string;
  /** The only organization that counts, for a principal that signed in by SAML. */
  readonly boundTo: string | undefined;
  /** The organization for which the job was requested; absent for a job of an earlier version. */
  readonly organization: string | undefined;
  /**
   * Refuses a principal that is an integration and may not carry out the operation on this input.
   * @throws Problem
   */
  readonly requireScope: (
    operation: string,
    input: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

export interface JobPermission {
  /** Refuses as the operation that requested the job would now. @throws Problem */
  readonly authorize: (payload: unknown, call: PermissionCall) => Promise<void>;
  /**
   * Ends the requested work without its effect, and stores the reason where its requester looks.
   * @returns what was requested; undefined if it is gone
   */
  readonly end: (payload: unknown, end: JobEnd, call: JobCall) => Promise<EndedWork | undefined>;
  /** The user in whose name a job of an earlier version runs, which stored no principal. */
  readonly findRequester?: (payload: unknown, db: Queries) => Promise<string | undefined>;
}

export interface JobEnd {
  /** `cancelled` without the permission; `failed` after too many attempts. */
  readonly state: "cancelled" | "failed";
  /** A sentence for the requester. */
  readonly reason: string;
}

export interface EndedWork {
  /** The operation that requested it. */
  readonly operation: string;
  readonly target: { readonly type: string; readonly id: string };
}

/** A job whose principal has lost its permission was interrupted; `cancelled` is its end. */
export class NotPermitted extends Error {
  override readonly name = "NotPermitted";
}
