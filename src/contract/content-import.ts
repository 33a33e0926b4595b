/** The operations on imports of content from websites. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, flag, group, id, json, optional } from "./fields.ts";

const model = () => import("./content-import.model.ts").then((m) => m.importRun);
/** A constant of its own: written inside a field, its type would be lost. */
const source = () => import("./content-import.model.ts").then((m) => m.importSource);
const organizationId = id("org");
const importRunId = id("import");
const statuses = ["active", "pending", "in-progress", "completed", "failed", "cancelled"] as const;

export const list = endpoint({
  does: "List the imports of an organization, the newest first",
  operation: "listImportRuns",
  route: "GET /org/{organizationId}/imports",
  input: {
    organizationId,
    space: optional(id("space", "Only those into this space")),
    changeRequest: optional(id("cr", "Only those into this change request", { flag: "cr" })),
    site: optional(id("site", "Only those into spaces of this docs site")),
    status: optional(enumeration(statuses, "Only those in this state")),
    ...paging,
  },
  output: () => import("./content-import.model.ts").then((m) => m.importRuns),
  list: true,
  extension: true,
});

export const start = endpoint({
  does: "Import the pages of a website into a space or a change request",
  operation: "startImportRun",
  route: "POST /org/{organizationId}/imports",
  input: {
    organizationId,
    source: json(source, "What is imported"),
    target: group(
      {
        space: id("space", "Space that gets the pages"),
        changeRequest: optional(
          id("cr", "Change request of the space that gets them instead", { flag: "cr" }),
        ),
        page: optional(id("page", "Page or group that gets them below it", { flag: "parent" })),
      },
      "Where the pages go",
    ),
    site: optional(id("site", "Docs site whose import it is, if the space is not on it yet")),
    enhance: optional(flag("Rework the pages by a language model", { default: true })),
  },
  output: model,
  status: 201,
  unheeded: [{ path: "enhance", why: "no language model works here", unless: [false] }],
  extension: true,
});

export const get = endpoint({
  does: "Show an import, and which pages it has",
  operation: "getImportRun",
  route: "GET /org/{organizationId}/imports/{importRunId}",
  input: { organizationId, importRunId },
  output: model,
  extension: true,
});

export const cancel = endpoint({
  does: "Stop an import, which then adds nothing",
  operation: "cancelImportRun",
  route: "POST /org/{organizationId}/imports/{importRunId}/cancel",
  input: { organizationId, importRunId },
  output: model,
  extension: true,
});
