/** Problems of connections: the cause, the fix and the time of the next attempt. */

import { scheduleGitCheck } from "../../../core/git-checks.ts";
import type { Queries } from "../../../database/tables.ts";
import type { JobRequest } from "../../../jobs/job.ts";
import { isSyncQueued } from "../queue.ts";
import { findSync, updateSync } from "../sync-rows.ts";
import type { GitInstallationTable } from "../tables.ts";
import { type ConnectionProblem, readConfig, readProblem } from "./connection-rows.ts";
import { isUnresolved } from "./resolve-repository.ts";

const minute = 60 * 1000;
/** The delay after the first failure doubles with each further one, up to the maximum. */
const firstDelay = minute;
const longestDelay = 60 * minute;

/** @param failures the number of failures so far, including the last one */
export function getRetryDelay(failures: number): number {
  return Math.min(firstDelay * 2 ** (failures - 1), longestDelay);
}

interface ProblemCall {
  readonly db: Queries;
  readonly now: Date;
  readonly enqueue: (job: JobRequest) => Promise<void>;
}

/** Stores a failure, and schedules the next attempt. */
export async function recordProblem(
  call: ProblemCall,
  row: GitInstallationTable,
  failure: Pick<ConnectionProblem, "reason" | "message" | "cause">,
): Promise<void> {
  const { db, now } = call;
  const before = readProblem(row);
  const failures = row.failures + 1;
  const problem: ConnectionProblem = {
    ...failure,
    fix: findFix(failure.reason, row),
    since: before?.reason === failure.reason ? before.since : now.toISOString(),
  };
  await db
    .updateTable("git_installations")
    .set({ failures, problem: JSON.stringify(problem) })
    .where("id", "=", row.id)
    .execute();
  if (isUnresolved(row)) await endFirstSync(call, row, failure.message);
  await scheduleGitCheck(call, row.id, new Date(now.getTime() + getRetryDelay(failures)));
}

/** The first sync cannot start without the repository, so it ends with the failure of its look-up. */
async function endFirstSync(
  { db, now }: ProblemCall,
  { space_id }: GitInstallationTable,
  error: string,
): Promise<void> {
  const sync = await findSync(db, space_id);
  if (sync?.state !== "pending" || (await isSyncQueued(db, space_id))) return;
  await updateSync({ db, now }, sync, { state: "failure", error, ended_at: now.toISOString() });
}

export async function clearProblem(db: Queries, { id }: { readonly id: string }): Promise<void> {
  await db
    .updateTable("git_installations")
    .set({ failures: 0, problem: null })
    .where("id", "=", id)
    .execute();
}

/** One action. */
function findFix(reason: string, row: GitInstallationTable): string {
  const { space_id: space, credentials } = row;
  const { branch = "", directory = "" } = readConfig(row);
  const connect = `tome git connect ${space}`;
  // Another repository has another branch and folder, unless the command repeats them.
  const target = [
    branch && ` --branch ${quote(branch.replace("refs/heads/", ""))}`,
    directory && ` --folder ${quote(directory)}`,
  ].join("");
  switch (reason) {
    case "credentials":
      return `Replace the token: ${connect} --token-file <file>`;
    case "moved":
      return `Connect the new URL: ${connect} --repo <url>${target}`;
    case "no-repository":
      return credentials === null
        ? `Connect the new URL, or add a token: ${connect} --repo <url>${target} --token-file <file>`
        : `Connect the new URL, or a token that can read it: ${connect} --repo <url>${target} --token-file <file>`;
    case "no-branch":
      return `Restore the branch, or connect another one: ${connect} --branch <branch>`;
    case "empty":
      return `Push the branch again, or export the space: tome git sync ${space}`;
    case "refused":
      return "Ask the operator of the platform to allow the repository.";
    case "unreachable":
    case "timeout":
      return `Check that the server is available. The platform tries again, or run: tome git sync ${space}`;
    case "checked-out":
      return `Check out another branch in the folder, then run: tome git sync ${space}`;
    case "rejected":
      return `Check that commits to ${branch} are allowed, then run: tome git sync ${space}`;
    case "permission":
      return `Connect the space again as a user who may synchronize it: ${connect}`;
    default:
      return `Fix the cause, then run: tome git sync ${space}`;
  }
}

/** Quotes a value for a shell if it contains other characters than most branches and folders. */
function quote(value: string): string {
  return /^[\w./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
