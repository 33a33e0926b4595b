/** Operations on the agent instructions of an organization. */
import { endpoint } from "./endpoint.ts";
import { id, json } from "./fields.ts";

const loadModel = () => import("./instructions.model.ts").then((m) => m.instructions);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);
const organizationId = id("org");

export const get = endpoint({
  summary: "Show the agent instructions of an organization",
  operation: "getOrganizationAgentInstructions",
  route: "GET /orgs/{organizationId}/agent-instructions",
  input: { organizationId },
  output: loadModel,
});

export const put = endpoint({
  summary: "Replace the agent instructions of an organization",
  operation: "updateOrganizationAgentInstructions",
  route: "PUT /orgs/{organizationId}/agent-instructions",
  input: {
    organizationId,
    instructions: json(loadDocumentModel, "Instructions in Markdown", {
      markdown: "document",
    }),
  },
  output: loadModel,
});
