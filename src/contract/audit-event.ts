/** Operations on the audit log of an organization. */
import { endpoint } from "./endpoint.ts";
import { id, integer, optional, text } from "./fields.ts";

const organizationId = id("org");

export const list = endpoint({
  summary: "List the audit events of an organization",
  operation: "listOrganizationAuditEvents",
  route: "GET /orgs/{organizationId}/audit-events",
  input: {
    organizationId,
    from: optional(
      text("Only events at or after this time", {
        format: "date-time",
      }),
    ),
    to: optional(
      text("Only events at or before this time", {
        format: "date-time",
      }),
    ),
    action: optional(
      text("Only events of this action, such as deleteSpaceById", { min: 1, max: 255 }),
    ),
    actor: optional(id("user", "Only events caused by this user")),
    target: optional(
      text("Only events of this resource: space, collection, site, team, user or any id", {
        min: 1,
        max: 255,
        mayRefer: ["space", "collection", "site", "team", "user"],
      }),
    ),
    page: optional(text("Page token of the first page")),
    limit: optional(integer("Items per page", { min: 1, max: 100, default: 20 })),
  },
  output: () => import("./audit-event.model.ts").then((m) => m.auditEvents),
  list: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show an audit event: input, token and IP address",
  operation: "getOrganizationAuditEvent",
  route: "GET /orgs/{organizationId}/audit-events/{auditEventId}",
  input: { organizationId, auditEventId: id("auditEvent") },
  output: () => import("./audit-event.model.ts").then((m) => m.auditEvent),
  extension: true,
});

export const actions = endpoint({
  summary: "List the recorded actions with descriptions",
  operation: "listOrganizationAuditEventActions",
  route: "GET /orgs/{organizationId}/audit-event-actions",
  input: { organizationId },
  output: () => import("./audit-event.model.ts").then((m) => m.auditActions),
  extension: true,
});
