/** Audit events of integrations and of the platform, without a request of a member. */
import type { JsonObject } from "../../../json/values.ts";
import type { Call } from "../../core/handlers.ts";
import { writeEvent } from "./record.ts";
import type { AuditTarget } from "./subject.ts";
import type { AuditEventTable } from "./tables.ts";

export interface SystemEvent {
  /** An operation of the API. */
  readonly action: string;
  readonly actor: {
    readonly type: Exclude<AuditEventTable["actor_type"], "user">;
    readonly id: string;
    readonly label: string;
  };
  readonly target: AuditTarget;
  readonly payload: JsonObject;
}

/** Records an event in the transaction of its cause. */
export async function storeSystemEvent(
  call: Pick<Call, "db" | "now" | "newId">,
  organizationId: string,
  { action, actor, target, payload }: SystemEvent,
): Promise<void> {
  await writeEvent(call, {
    organization_id: organizationId,
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_label: actor.label,
    target_type: target.type,
    target_id: target.id,
    target_label: target.label ?? null,
    // Not the id of the causing request, which was sent by another organization.
    origin: { requestId: call.newId() },
    content: payload,
  });
}
