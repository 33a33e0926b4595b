/** Operations on the context records of a site: tickets and documents from other systems. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, optional, text } from "./fields.ts";
import { connectorName, recordTypes } from "./site-context-values.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadInputs = () => import("./site-context.model.ts").then((m) => m.recordInputs);
const organizationId = id("org");
const siteId = id("site");

export const list = endpoint({
  summary: "List the context records of a site",
  operation: "listSiteContextRecords",
  route: "GET /orgs/{organizationId}/sites/{siteId}/context-records",
  input: {
    organizationId,
    siteId,
    type: optional(enumeration(recordTypes, "Only records of this type")),
    connector: optional(
      text("Only records of this connector, such as builtin:api", { pattern: connectorName }),
    ),
    connection: optional(id("contextConnection", "Only records of this connection")),
    topic: optional(text("Only records of the topic with this id")),
    ...paging,
  },
  output: () => import("./site-context.model.ts").then((m) => m.contextRecords),
  list: true,
});

export const put = endpoint({
  summary: "Create context records, replacing those with the same id",
  operation: "upsertSiteContextRecords",
  route: "PUT /orgs/{organizationId}/sites/{siteId}/context-records",
  input: {
    organizationId,
    siteId,
    records: json(loadInputs, "Records as JSON or YAML: a list of id, type, title, body"),
  },
  wholeBody: "records",
  status: 204,
});

export const get = endpoint({
  summary: "Show a context record",
  operation: "getSiteContextRecordById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/context-records/{siteContextRecordId}",
  input: { organizationId, siteId, siteContextRecordId: id("contextRecord") },
  output: () => import("./site-context.model.ts").then((m) => m.contextRecord),
});
