/** Handlers of integration events, filtered by the caller's access. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration-event.ts";
import { allows } from "../../../contract/rules.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, listRowsWithTexts } from "../../core/pages.ts";
import type { IntegrationEventTable } from "../integration-events/tables.ts";
import {
  type IntegrationAccess,
  requireIntegration,
  selectAdministeredOrganizations,
} from "./queries.ts";

export const handlers = {
  /** Newest first. */
  async list({ integrationName, ...options }, call) {
    const integration = await requireIntegration(call, integrationName);
    return buildPage({
      ...options,
      list: `events of ${integrationName}`,
      ...listRowsWithTexts(
        (after, take) =>
          selectEvents(call, integration)
            .$if(after !== undefined, (query) => query.where("number", "<", Number(after?.[0])))
            .orderBy("number", "desc")
            .limit(take),
        ["payload", "trace"],
      ),
      key: (row) => [String(row.number)],
      show: presentEvent,
    });
  },

  async get({ integrationName, eventId }, call) {
    const integration = await requireIntegration(call, integrationName);
    const row = await selectEvents(call, integration).where("id", "=", eventId).executeTakeFirst();
    if (!row) throw createNotFoundError("event", eventId, "eventId");
    const event = presentEvent(row);
    return isPublisher(call, integration)
      ? { event, trace: { logs: JSON.parse(row.trace) } }
      : { event };
  },
} satisfies Handlers<typeof contract>;

type PresentedEvent = Output<typeof contract.get>;

/**
 * The events that the caller may see: those in organizations of which they are an admin. A
 * publisher also sees those for the tunnel, which receives them.
 */
function selectEvents(call: Call, integration: IntegrationAccess) {
  const ofPublisher = isPublisher(call, integration);
  return call.db
    .selectFrom("integration_events")
    .selectAll()
    .where("integration", "=", integration.row.name)
    .where((row) => {
      const isAdministered = row("organization_id", "in", selectAdministeredOrganizations(call));
      return ofPublisher ? row.or([isAdministered, row("delivery", "<>", "none")]) : isAdministered;
    });
}

/**
 * Only the publisher sees the trace, which contains responses of their tunnel. The token of an
 * installation acts for an admin who may be a publisher, but sees only its own organization.
 */
function isPublisher({ agent }: Call, { membership }: IntegrationAccess): boolean {
  if (agent?.kind === "installation") return false;
  return allows(membership?.role, "setIntegrationDevelopmentMode");
}

/** The API has two states only; an event that is not delivered yet counts as failed. */
function presentEvent(row: IntegrationEventTable): PresentedEvent["event"] {
  return {
    id: row.id,
    integrationId: row.integration,
    // A request to the public endpoint of the integration itself has none.
    ...(row.installation_id !== "" && { installationId: row.installation_id }),
    createdAt: row.created_at,
    payload: JSON.parse(row.payload),
    status: row.delivery === "none" || row.delivery === "taken" ? "success" : "failed",
    ...(row.reason !== null && { failure: row.reason }),
  };
}
