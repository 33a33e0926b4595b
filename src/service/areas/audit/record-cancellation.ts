/** Audit event for a job that the platform canceled because of a missing permission. */
import type { JsonObject } from "../../../json/values.ts";
import type { JobCall } from "../../jobs/job.ts";
import type { CancelledJob } from "../../jobs/permissions.ts";
import { writeEvent } from "./record.ts";

/** The action of this event, which is not an operation of the API. */
export const cancellation = {
  id: "cancelJob",
  label: "Cancel a job whose requester lost the required permission",
} as const;

/** In the transaction that ends the job. */
export async function recordCancellation(
  { db, now, newId }: Pick<JobCall, "db" | "now" | "newId">,
  { job, principal, reason, operation, target }: CancelledJob,
): Promise<void> {
  const organization = job.organization_id;
  if (organization === null) return;
  await writeEvent(
    { db, now, newId },
    {
      organization_id: organization,
      action: cancellation.id,
      actor_type: "system",
      actor_id: "platform",
      actor_label: "Platform",
      target_type: target.type,
      target_id: target.id,
      target_label: null,
      origin: { requestId: job.id },
      content: {
        job: job.kind,
        operation,
        reason,
        ...(principal !== undefined && { requester: withoutToken(principal) }),
      },
    },
  );
}

/** Not even the digest of a token is published. */
function withoutToken(principal: NonNullable<CancelledJob["principal"]>): JsonObject {
  return principal.kind === "user" ? { kind: "user", user: principal.user } : { ...principal };
}
