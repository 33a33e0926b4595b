/**
 * The permission of a job when it runs: resolved anew, by the functions that answer a request, and
 * never taken from the time of the request. A job without it ends as cancelled.
 */
import { Problem } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";
import type { EndedWork, Job, JobCall, JobEnd, JobKind, PermissionCall } from "./job.ts";
import { type Principal, parsePrincipal } from "./principal.ts";

/** The principal of a job as it stands now. */
export type Standing = Pick<PermissionCall, "caller" | "boundTo" | "requireScope">;

export interface PrincipalDirectory {
  /** @throws Problem if the principal is gone, or its token is not valid any more */
  readonly resolve: (db: Queries, principal: Principal) => Promise<Standing>;
  /** Tells the admins of the organization, in the transaction of `call`, that a job was cancelled. */
  readonly recordCancellation: (call: JobCall, cancelled: CancelledJob) => Promise<void>;
}

export interface CancelledJob extends EndedWork {
  readonly job: Job;
  readonly principal: Principal | undefined;
  readonly reason: string;
}

export interface Permissions {
  /** @returns the reason why the job must not run; undefined if it may */
  readonly check: (db: Queries, job: Job, kind: JobKind | undefined) => Promise<string | undefined>;
  /** Ends the job without its effect, in the transaction of `call`. */
  readonly end: (call: JobCall, job: Job, kind: JobKind | undefined, end: JobEnd) => Promise<void>;
}

export function createPermissions(
  directory: PrincipalDirectory | undefined,
  now: () => Date,
): Permissions {
  async function findPrincipal(
    db: Queries,
    job: Job,
    kind: JobKind,
  ): Promise<Principal | undefined> {
    const stored = parsePrincipal(job.principal);
    if (stored || kind.principal === "platform") return stored;
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
        if (!(error instanceof Problem)) throw error;
        return `Canceled: the permission of its requester was checked again when it ran, and refused. ${error.message}`;
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
  "Canceled: an earlier version of the platform queued it and did not store who requested it. Request it again.";
