/** Operations on the agent settings of a site. */
import { endpoint } from "./endpoint.ts";
import { enumeration, group, id, json } from "./fields.ts";
import { findingChangeRequests, topicScans } from "./site-agent-values.ts";

const loadModel = () => import("./site-agent.model.ts").then((m) => m.agentSettings);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);
const organizationId = id("org");
const siteId = id("site");

export const get = endpoint({
  summary: "Show the agent settings of a site",
  operation: "getSiteAgentSettingsById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/agent-settings",
  input: { organizationId, siteId },
  output: loadModel,
  extension: true,
});

export const put = endpoint({
  summary: "Replace the agent settings of a site",
  operation: "updateSiteAgentSettingsById",
  route: "PUT /orgs/{organizationId}/sites/{siteId}/agent-settings",
  input: {
    organizationId,
    siteId,
    scans: group(
      { topics: enumeration(topicScans, "When topics are scanned for findings") },
      "Scans",
    ),
    findings: group(
      {
        changeRequests: enumeration(
          findingChangeRequests,
          "Findings for which the agent creates change requests",
        ),
      },
      "Findings",
    ),
    editing: group(
      {
        customInstructions: json(loadDocumentModel, "Instructions for editing, in Markdown", {
          markdown: "document",
        }),
      },
      "Editing",
    ),
  },
  output: loadModel,
  extension: true,
});
