/** The operations on what an organization's admins can look up afterwards: who changed what. */
import { endpoint } from "./endpoint.ts";
import { id, optional, text, whole } from "./fields.ts";

const organizationId = id("org");

export const list = endpoint({
  does: "List who changed what in an organization, and when",
  operation: "listOrganizationAuditEvents",
  route: "GET /orgs/{organizationId}/audit-events",
  input: {
    organizationId,
    from: optional(
      text("Only changes at this time or later", {
        format: "date-time",
        flag: "since",
        placeholder: "time",
      }),
    ),
    to: optional(
      text("Only changes at this time or earlier", {
        format: "date-time",
        flag: "until",
        placeholder: "time",
      }),
    ),
    action: optional(text("Only this action, such as deleteSpaceById", { min: 1, max: 255 })),
    actor: optional(id("user", "Only changes by this person", { flag: "actor" })),
    target: optional(
      text(
        "Only changes of this space, collection, docs site, team or person, or of any other id",
        {
          min: 1,
          max: 255,
          placeholder: "thing",
          mayRefer: ["space", "collection", "site", "team", "user"],
        },
      ),
    ),
    page: optional(text("Page token to start at", { flag: "page-token", placeholder: "token" })),
    limit: optional(whole("Items in a page", { min: 1, max: 100, flag: "page-size", default: 20 })),
  },
  output: () => import("./audit-event.model.ts").then((m) => m.auditEvents),
  list: true,
  extension: true,
});

export const get = endpoint({
  does: "Show one change in full: what was given, with which token, from which address",
  operation: "getOrganizationAuditEvent",
  route: "GET /orgs/{organizationId}/audit-events/{auditEventId}",
  input: { organizationId, auditEventId: id("auditEvent") },
  output: () => import("./audit-event.model.ts").then((m) => m.auditEvent),
  extension: true,
});

export const actions = endpoint({
  does: "List the actions that are recorded, with what each does",
  operation: "listOrganizationAuditEventActions",
  route: "GET /orgs/{organizationId}/audit-event-actions",
  input: { organizationId },
  output: () => import("./audit-event.model.ts").then((m) => m.auditActions),
  extension: true,
});
