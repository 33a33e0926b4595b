/**
 * Audit events for failed sign-ins. Anyone can cause one, so their number is limited: equal failures are
 * counted in one event, and at most one failure of a resource is recorded in a second.
 */
import { createId } from "../../core/ids.ts";
import type { Queries } from "../../database/tables.ts";
import { repeatWindow } from "./record.ts";
import { storeSystemEvent } from "./system-event.ts";

/** The actions of these events. They are not operations of the API. */
export const failedSignIns = {
  saml: { id: "failSignIn", label: "Fail the sign-in of a user with SAML" },
  visitor: { id: "failVisitorSignIn", label: "Fail the sign-in of a visitor of a docs site" },
} as const;

/** The shortest time between two recorded failures of a resource, in milliseconds. */
const minInterval = 1000;

export interface FailedSignIn {
  readonly kind: keyof typeof failedSignIns;
  readonly organizationId: string;
  /** The SAML provider or the site. */
  readonly target: { readonly type: string; readonly id: string; readonly label: string };
  readonly reason: string;
}

export async function recordFailedSignIn(
  db: Queries,
  now: Date,
  { kind, organizationId, target, reason }: FailedSignIn,
): Promise<void> {
  const action = failedSignIns[kind].id;
  const since = new Date(now.getTime() - repeatWindow).toISOString();
  const last = await db
    .selectFrom("audit_events")
    .select(({ fn }) => [
      fn.max("occurred_at").as("first"),
      fn.max("last_occurred_at").as("repeated"),
    ])
    .where("organization_id", "=", organizationId)
    .where("occurred_at", ">", since)
    .where("action", "=", action)
    .where("target_id", "=", target.id)
    .executeTakeFirst();
  const times = [last?.first, last?.repeated].map((time) => Date.parse(time ?? ""));
  if (times.some((time) => now.getTime() - time < minInterval)) return;
  await storeSystemEvent({ db, now, newId: createId }, organizationId, {
    action,
    actor: { type: "system", id: "platform", label: "Platform" },
    target,
    payload: { reason },
  });
}
