/** Events as rows: which ones the caller may see, and showing them. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration-event.ts";
import { atLeast } from "../../../contract/roles.ts";
import type { Call } from "../../core/handlers.ts";
import type { IntegrationEventTable } from "../events/tables.ts";
import { administered, ownerRole, type SeenIntegration } from "./seen.ts";

type Traced = Output<typeof contract.get>;

/**
 * Events belong to the organization in which they happened; those that were for the tunnel are also
 * the publisher's, who got them by it.
 */
export function selectEvents(call: Call, seen: SeenIntegration) {
  const ofPublisher = isPublisher(seen);
  return call.db
    .selectFrom("integration_events")
    .selectAll()
    .where("integration", "=", seen.row.name)
    .where((row) => {
      const own = row("organization_id", "in", administered(call));
      return ofPublisher ? row.or([own, row("delivery", "<>", "none")]) : own;
    });
}

/** How sending went is the publisher's to know: it tells of his tunnel, and what that answered. */
export function isPublisher({ membership }: SeenIntegration): boolean {
  return atLeast(ownerRole(membership), "admin");
}

/** An event that is still on its way has not succeeded; there is no third state. */
export function presentEvent(row: IntegrationEventTable): Traced["event"] {
  return {
    id: row.id,
    integrationId: row.integration,
    installationId: row.installation_id,
    createdAt: row.created_at,
    payload: JSON.parse(row.payload),
    status: row.delivery === "none" || row.delivery === "taken" ? "success" : "failed",
  };
}
