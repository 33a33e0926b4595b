/** Operation that fills an empty site from a template. */
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

export const apply = endpoint({
  summary: "Fill an empty site with sample sections and pages",
  operation: "applyTemplateToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/template",
  input: { organizationId: id("org"), siteId: id("site") },
  status: 204,
  extension: true,
});
