/** Operations on imports of websites. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, group, id, json, optional } from "./fields.ts";

const loadModel = () => import("./content-import.model.ts").then((m) => m.importRun);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadSource = () => import("./content-import.model.ts").then((m) => m.importSource);
const organizationId = id("org");
const importRunId = id("import");
const statuses = ["active", "pending", "in-progress", "completed", "failed", "cancelled"] as const;

export const list = endpoint({
  summary: "List the imports of an organization, newest first",
  operation: "listImportRuns",
  route: "GET /org/{organizationId}/imports",
  input: {
    organizationId,
    space: optional(id("space", "Only imports into this space")),
    changeRequest: optional(id("cr", "Only imports into this change request")),
    site: optional(id("site", "Only imports into spaces of this site")),
    status: optional(enumeration(statuses, "Only resources in this state")),
    ...paging,
  },
  output: () => import("./content-import.model.ts").then((m) => m.importRuns),
  list: true,
  extension: true,
});

export const start = endpoint({
  summary: "Import the pages of a website into a space or a change request",
  operation: "startImportRun",
  route: "POST /org/{organizationId}/imports",
  input: {
    organizationId,
    source: json(loadSource, "Source of the import"),
    target: group(
      {
        space: id("space", "Space to import into"),
        changeRequest: optional(id("cr", "Change request to import into instead")),
        page: optional(id("page", "Parent page or group")),
      },
      "Target of the import",
    ),
    site: optional(id("site", "Docs site to attribute the import to")),
    enhance: optional(boolean("Clean up imported pages with an LLM", { default: true })),
  },
  output: loadModel,
  status: 201,
  ignoredFields: [
    {
      path: "enhance",
      reason: "the local platform imports pages without a language model",
      exceptValues: [false],
    },
  ],
  extension: true,
});

export const get = endpoint({
  summary: "Show an import and its pages",
  operation: "getImportRun",
  route: "GET /org/{organizationId}/imports/{importRunId}",
  input: { organizationId, importRunId },
  output: loadModel,
  extension: true,
});

export const cancel = endpoint({
  summary: "Stop an import without adding its pages",
  operation: "cancelImportRun",
  route: "POST /org/{organizationId}/imports/{importRunId}/cancel",
  input: { organizationId, importRunId },
  output: loadModel,
  extension: true,
});
