/** Tells the admins of an organization that the platform canceled a job without permission. */
import type { JobCall } from "../../jobs/job.ts";
import type { CancelledJob } from "../../jobs/permissions.ts";
import { nextEventId } from "./record.ts";

/** The action of such an event, which is no operation of the API. */
export const cancellation = {
  id: "cancelJob",
  label: "Cancel work whose requester lost the permission before it ran",
} as const;

/** In the transaction that ends the job. */
export async function recordCancellation(
  { db, now, newId }: Pick<JobCall, "db" | "now" | "newId">,
  { job, principal, reason, operation, target }: CancelledJob,
): Promise<void> {
  const organization = job.organization_id;
  if (organization === null) return;
  await db
    .insertInto("audit_events")
    .values({
      id: await nextEventId({ db, now, newId }, organization),
      organization_id: organization,
      occurred_at: now.toISOString(),
      action: cancellation.id,
      actor_type: "system",
      actor_id: "platform",
      actor_label: "Platform",
      target_type: target.type,
      target_id: target.id,
      target_label: null,
      request_id: job.id,
      payload: JSON.stringify({
        job: job.kind,
        operation,
        reason,
        requester: principal === undefined ? undefined : withoutToken(principal),
      }),
    })
    .execute();
}

/** Not even the digest of a token leaves the platform. */
function withoutToken(principal: NonNullable<CancelledJob["principal"]>): object {
  return principal.kind === "user" ? { kind: "user", user: principal.user } : principal;
}
