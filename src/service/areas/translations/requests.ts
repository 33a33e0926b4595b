/**
 * The requests for runs of a translation. One run covers all that were made before it began, in the
 * name of one requester; if that one may not run it any more, the next one's request remains.
 */
import type { Call } from "../../core/handlers.ts";
import type { JobCall, JobRequest } from "../../jobs/job.ts";
import { isSameActor, type Requester } from "../../jobs/principal.ts";
import type { TranslationTable } from "./tables.ts";

const jobKind = "run-translation";

interface RunRequest {
  /** Its number among the requests for this translation. */
  readonly asked: number;
  readonly principal: Requester;
}

type RequestCall = Pick<Call, "db" | "caller" | "principal" | "enqueue">;

/** Requests a run, unless one waits or runs, which is then followed by another if that is needed. */
export async function requestRun(
  call: RequestCall,
  row: Pick<TranslationTable, "id" | "organization_id" | "asked" | "requests" | "status">,
): Promise<void> {
  const { caller, principal = { kind: "user", user: caller } as const } = call;
  const asked = row.asked + 1;
  const isQueued = row.asked > 0 && row.status !== "completed";
  const request: RunRequest = { asked, principal };
  // One for each actor, so that there are no more of them than members of the organization.
  const others = readRequests(row).filter((one) => !isSameActor(one.principal, principal));
  await call.db
    .updateTable("translations")
    .set({
      asked,
      requests: JSON.stringify([...others, request]),
      ...(!isQueued && { status: "pending" as const, error: null }),
    })
    .where("id", "=", row.id)
    .execute();
  if (!isQueued) await call.enqueue(runJob(row, request));
}

/**
 * Ends a run, and queues the next one if somebody requested it who was not served by this one.
 * @param end the number of the last request that this run served
 */
export async function endRun(
  { db, enqueue }: Pick<JobCall, "db" | "enqueue">,
  id: string,
  { asked, error }: { readonly asked: number; readonly error: string | null },
): Promise<void> {
  const row = await db
    .selectFrom("translations")
    .select(["id", "organization_id", "requests"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const left = readRequests(row).filter((request) => request.asked > asked);
  const [next] = left;
  await db
    .updateTable("translations")
    .set({ error, status: next ? "pending" : "completed", requests: JSON.stringify(left) })
    .where("id", "=", id)
    .execute();
  if (next) await enqueue(runJob(row, next));
}

function readRequests({ requests }: Pick<TranslationTable, "requests">): readonly RunRequest[] {
  return JSON.parse(requests);
}

function runJob(
  { id, organization_id }: Pick<TranslationTable, "id" | "organization_id">,
  { asked, principal }: RunRequest,
): JobRequest {
  const payload = { translationId: id, asked };
  return { kind: jobKind, payload, principal, organization: organization_id };
}
