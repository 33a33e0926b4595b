/**
 * Permission checks of jobs. The principal is resolved again when the job runs, by the functions
 * that authenticate requests; the permission at the time of the request does not count. A job
 * without permission ends as canceled.
 */
import { ApiError } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";
import type {
  EndedWork,
  Job,
  JobCall,
  JobEnd,
  JobKind,
  PermissionCall,
  RequestedJob,
} from "./job.ts";
import { type Principal, parsePrincipal } from "./principal.ts";

/** The current state of a job's principal. */
export type JobPrincipal = Pick<PermissionCall, "caller" | "boundTo" | "requireScope">;

export interface PrincipalDirectory {
  /** @throws ApiError if the principal no longer exists, or its token is no longer valid */
  readonly resolve: (db: Queries, principal: Principal) => Promise<JobPrincipal>;
  /** Informs the admins of the organization, in the transaction of `call`, that a job was canceled. */
  readonly recordCancellation: (call: JobCall, cancelled: CancelledJob) => Promise<void>;
}

export interface CancelledJob extends EndedWork {
  readonly job: Job;
  readonly principal: Principal | undefined;
  readonly reason: string;
}

export interface JobPermissions {
  /** @returns the reason why the job must not run; undefined if it may */
  readonly check: (db: Queries, job: Job, kind: JobKind | undefined) => Promise<string | undefined>;
  /** Ends the job without its effect, in the transaction of `call`. */
  readonly end: (call: JobCall, job: Job, kind: JobKind | undefined, end: JobEnd) => Promise<void>;
}

export function createPermissions(
  directory: PrincipalDirectory | undefined,
  now: () => Date,
): JobPermissions {
  async function findPrincipal(
    db: Queries,
    job: Job,
    kind: RequestedJob,
  ): Promise<Principal | undefined> {
    const stored = parsePrincipal(job.principal);
    if (stored) return stored;
    const user = await kind.permission.findRequester?.(JSON.parse(job.payload), db);
    return user === undefined ? undefined : { kind: "user", user };
  }

  return {
    async check(db, job, kind) {
      if (kind?.principal !== "requester") return undefined;
      const principal = await findPrincipal(db, job, kind);
      if (!principal || !directory) return unknownRequester;
      try {
        const standing = await directory.resolve(db, principal);
        const organization = job.organization_id ?? undefined;
        const call = { db, now: now(), organization, ...standing };
        await kind.permission.authorize(JSON.parse(job.payload), call);
        return undefined;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return `Canceled: the requester no longer has the required permission. ${error.message}`;
      }
    },

    async end(call, job, kind, end) {
      if (kind?.principal !== "requester") return;
      const principal = await findPrincipal(call.db, job, kind);
      const ended = await kind.permission.end(JSON.parse(job.payload), end, call);
      if (!ended || end.state === "failed") return;
      const { reason } = end;
      await directory?.recordCancellation(call, { ...ended, job, principal, reason });
    },
  };
}

const unknownRequester =
  "Canceled: the job was queued by an earlier version, which stored no requester. Request it again.";
