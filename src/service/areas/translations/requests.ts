/**
 * Requests for translation runs. One run serves all requests made before it starts, with the
 * permissions of one requester. If that requester has lost the permission, the other requests remain.
 */
import type { Call } from "../../core/handlers.ts";
import type { JobCall, JobRequest } from "../../jobs/job.ts";
import { isSameActor, type Requester } from "../../jobs/principal.ts";
import type { TranslationTable } from "./tables.ts";

const jobKind = "run-translation";

interface RunRequest {
  /** The sequence number among the requests for this translation. */
  readonly asked: number;
  readonly principal: Requester;
}

type RequestCall = Pick<Call, "db" | "caller" | "principal" | "enqueue">;

/** Requests a run. If one is queued or running, another run follows only if necessary. */
export async function requestRun(
  call: RequestCall,
  row: Pick<TranslationTable, "id" | "organization_id" | "asked" | "requests" | "status">,
): Promise<void> {
  const { caller, principal = { kind: "user", user: caller } as const } = call;
  const asked = row.asked + 1;
  const isQueued = row.asked > 0 && row.status !== "completed";
  const request: RunRequest = { asked, principal };
  // At most one request per principal, which bounds the number of requests.
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
 * Ends a run, and queues the next one if requests remain.
 * @param end the number of the last request that this run served, and the error of the run
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
  const remaining = readRequests(row).filter((request) => request.asked > asked);
  const [next] = remaining;
  await db
    .updateTable("translations")
    .set({ error, status: next ? "pending" : "completed", requests: JSON.stringify(remaining) })
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
