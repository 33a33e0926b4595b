/** Operations on events sent to an integration. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";
import { integrationName } from "./slugs.ts";

export const list = endpoint({
  summary: "List the events of an integration, newest first",
  operation: "listIntegrationEvents",
  route: "GET /integrations/{integrationName}/events",
  input: { integrationName, ...paging },
  output: () => import("./integration-event.model.ts").then((m) => m.integrationEvents),
  // Events about installations contain their configuration.
  secretMembers: ["configuration"],
  list: true,
});

export const get = endpoint({
  summary: "Show an event of an integration with its delivery log",
  operation: "getIntegrationEvent",
  route: "GET /integrations/{integrationName}/events/{eventId}",
  input: { integrationName, eventId: id("event") },
  output: () => import("./integration-event.model.ts").then((m) => m.tracedEvent),
  // Events about installations contain their configuration.
  secretMembers: ["configuration"],
});
