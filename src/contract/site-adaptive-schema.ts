/**
 * Operations on the visitor schema of a site, which defines the claims that conditions can read.
 */
import { endpoint } from "./endpoint.ts";
import { id, json } from "./fields.ts";

const loadModel = () => import("./site-adaptive-schema.model.ts").then((m) => m.adaptiveSchema);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadJsonSchema = () => import("./site-adaptive-schema.model.ts").then((m) => m.jsonSchema);
const organizationId = id("org");
const siteId = id("site");

export const get = endpoint({
  summary: "Show the visitor schema of a site",
  operation: "getSiteAdaptiveSchema",
  route: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
  input: { organizationId, siteId },
  output: loadModel,
});

export const put = endpoint({
  summary: "Replace the visitor schema of a site",
  operation: "updateSiteAdaptiveSchema",
  route: "PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
  input: {
    organizationId,
    siteId,
    jsonSchema: json(loadJsonSchema, "JSON Schema (draft 7) of visitor claims"),
  },
  output: loadModel,
});

export const conditions = endpoint({
  summary: "List the conditions that the visitor schema allows",
  operation: "listSiteAdaptiveTemplateConditions",
  route: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
  input: { organizationId, siteId },
  output: () => import("./site-adaptive-schema.model.ts").then((m) => m.templateConditions),
});
