/**
 * Checks of the connections between spaces and repositories: a job compares the branch with the
 * space. They are requested here, because changes of the content request them too.
 */
import type { Queries } from "../database/tables.ts";
import type { JobRequest } from "../jobs/job.ts";

/** The kind of the job that compares a branch with its space. */
export const gitCheckKind = "check-git-connection";

interface CheckCall {
  readonly db: Queries;
  readonly enqueue: (job: JobRequest) => Promise<void>;
}

/** The payload of the job. */
export interface GitCheckPayload {
  readonly installationId: string;
  /** A later request replaces the earlier ones. */
  readonly number: number;
}

/** Schedules the next check of an installation, in place of one that is already scheduled. */
export async function scheduleGitCheck(
  { db, enqueue }: CheckCall,
  installationId: string,
  at: Date,
): Promise<void> {
  const row = await db
    .updateTable("git_installations")
    .set((columns) => ({
      check_number: columns("check_number", "+", 1),
      next_check_at: at.toISOString(),
    }))
    .where("id", "=", installationId)
    .returning(["space_id", "check_number", "principal"])
    .executeTakeFirstOrThrow();
  const { organization_id: organization } = await db
    .selectFrom("spaces")
    .select("organization_id")
    .where("id", "=", row.space_id)
    .executeTakeFirstOrThrow();
  const payload: GitCheckPayload = { installationId, number: row.check_number };
  const principal = JSON.parse(row.principal);
  await enqueue({ kind: gitCheckKind, payload, at, principal, organization });
}

/** Notes that a space has content that its repository does not have, and requests a check. */
export async function noteUnexportedChange(
  call: CheckCall & { readonly now: Date },
  spaceId: string,
): Promise<void> {
  const row = await call.db
    .selectFrom("git_installations")
    .select(["id", "changed_at"])
    .where("space_id", "=", spaceId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  // A check that is already requested exports this change too.
  if (row === undefined || row.changed_at !== null) return;
  await call.db
    .updateTable("git_installations")
    .set({ changed_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
  await scheduleGitCheck(call, row.id, call.now);
}
