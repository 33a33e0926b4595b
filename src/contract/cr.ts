/** Operations on change requests. */
import { pdfScope } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  id,
  integer,
  json,
  list as listOf,
  optional,
  text,
} from "./fields.ts";

const loadModel = () => import("./cr.model.ts").then((m) => m.changeRequest);
const loadModels = () => import("./cr.model.ts").then((m) => m.changeRequests);
/** Declared separately, because literals inside a field definition lose their types. */
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);
const loadChangesModel = () => import("./cr-content.model.ts").then((m) => m.contentChanges);
const spaceId = id("space");
const changeRequestId = id("cr");
const subject = optional(text("Subject", { max: 100 }));

const loadTemplateModel = () => import("./template.model.ts").then((m) => m.template);
const loadContentUpdateModel = () => import("./cr-content.model.ts").then((m) => m.contentUpdate);
const loadChoicesModel = () => import("./cr.model.ts").then((m) => m.conflictChoices);
const loadLinksModel = () => import("./cr.model.ts").then((m) => m.newLinks);
const status = enumeration(["draft", "open", "archived", "merged"], "Only resources in this state");

/** Filter and order of a list of change requests. */
const chosen = {
  status: optional(listOf(status, status.help, { max: 4, default: "open" })),
  creator: optional(id("user", "Only change requests created by this user")),
  contributor: optional(id("user", "Only change requests created or edited by this user")),
  requestedReviewer: optional(
    id("user", "Only change requests with a review request for this user"),
  ),
  conversationsIssuesCluster: optional(
    id("cluster", "Only change requests created for this cluster of issues"),
  ),
  topic: optional(
    text("Only change requests created for this topic of a site", { min: 1, max: 255 }),
  ),
  scheduled: optional(boolean("Only change requests with a scheduled or failed merge, drafts too")),
  orderBy: optional(
    enumeration(
      ["updatedAt", "createdAt"],
      "Sort by time of the last update or of the creation, oldest first",
    ),
  ),
};

/** Filter for all spaces of an organization. */
const chosenOfSeveral = {
  space: optional(id("space", "Only change requests of this space")),
  site: optional(id("site", "Only change requests of spaces on this site")),
  styleguideRun: optional(
    text("Only change requests created by this style guide run", { min: 1, max: 255 }),
  ),
  finding: optional(
    enumeration(["none", "all"], "Include change requests created from findings", {
      default: "none",
    }),
  ),
};

export const list = endpoint({
  summary: "List the change requests of a space",
  operation: "listChangeRequestsForSpace",
  route: "GET /spaces/{spaceId}/change-requests",
  input: { spaceId, ...chosen, ...paging },
  output: loadModels,
  list: true,
});

export const listInOrganization = endpoint({
  summary: "List the change requests of an organization",
  operation: "listChangeRequestsForOrganization",
  route: "GET /orgs/{organizationId}/change-requests",
  input: {
    organizationId: id("org"),
    ...chosen,
    ...chosenOfSeveral,
    ...paging,
  },
  output: loadModels,
  list: true,
});

export const create = endpoint({
  summary: "Create a draft change request",
  operation: "createChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests",
  input: {
    spaceId,
    subject,
    template: optional(json(loadTemplateModel, "Template for the first pages")),
    agentTaskId: optional(
      text("Agent task that the change request belongs to", { min: 1, max: 255 }),
    ),
  },
  output: loadModel,
  status: 201,
  location: true,
  ignoredFields: [{ path: "agentTaskId", reason: "the local platform has no agents" }],
  openBody: true,
});

export const get = endpoint({
  summary: "Show a change request",
  operation: "getChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}",
  input: { spaceId, changeRequestId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change a change request's subject, description or status",
  operation: "updateChangeRequestById",
  route: "PATCH /spaces/{spaceId}/change-requests/{changeRequestId}",
  input: {
    spaceId,
    changeRequestId,
    subject,
    description: optional(json(loadDocumentModel, "Description", { markdown: "document" })),
    status: optional(
      enumeration(
        ["draft", "open", "archived"],
        "New status; an archived change request can be reopened",
      ),
    ),
    links: optional(
      json(loadLinksModel, "URLs linked to the change request, replacing existing ones"),
    ),
  },
  output: loadModel,
  ignoredFields: [
    { path: "links", reason: "the local platform stores no links of change requests" },
  ],
  minimal: true,
});

export const merge = endpoint({
  summary: "Merge a change request into its space",
  operation: "mergeChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.merged),
});

export const scheduleMerge = endpoint({
  summary: "Merge a change request at a later time",
  operation: "scheduleChangeRequestMerge",
  route: "PUT /spaces/{spaceId}/change-requests/{changeRequestId}/scheduled-merge",
  input: {
    spaceId,
    changeRequestId,
    at: text("Time of the merge", {
      format: "date-time",
    }),
  },
  output: loadModel,
  localOnly: true,
});

export const cancelMerge = endpoint({
  summary: "Cancel the scheduled merge of a change request",
  operation: "cancelScheduledChangeRequestMerge",
  route: "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/scheduled-merge",
  input: { spaceId, changeRequestId },
  localOnly: true,
});

export const pull = endpoint({
  summary: "Update a change request with the changes in its space",
  operation: "updateChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/update",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.pulled),
});

export const resolve = endpoint({
  summary: "Update a change request and resolve its conflicts",
  operation: "resolveChangeRequestConflicts",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/resolve",
  input: {
    spaceId,
    changeRequestId,
    choices: json(loadChoicesModel, "Versions to keep"),
  },
  output: () => import("./cr.model.ts").then((m) => m.resolved),
  localOnly: true,
});

export const pdf = endpoint({
  summary: "Create a PDF of a change request's pages",
  operation: "getChangeRequestPDF",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
  input: {
    spaceId,
    changeRequestId,
    ...pdfScope,
  },
  output: () => import("./shared.model.ts").then((m) => m.download),
});

export const edit = endpoint({
  summary: "Edit pages and files of a change request in one step",
  operation: "updateChangeRequestContent",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/content",
  input: {
    spaceId,
    changeRequestId,
    changes: json(loadChangesModel, "Changes in order"),
    compat: optional(
      boolean("Return the change request only, without the list of changes", {
        default: true,
      }),
    ),
  },
  output: loadContentUpdateModel,
  inQuery: ["compat"],
  ignoredFields: [
    {
      path: "changes[].condition",
      reason: "the local platform has no page conditions",
      exceptValues: [""],
    },
    {
      path: "changes[].block",
      reason: "only whole pages can be reverted; this change was skipped",
    },
  ],
  extension: true,
});

export const changes = endpoint({
  summary: "Show the changes of a change request",
  operation: "getChangeRequestChanges",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes",
  input: {
    spaceId,
    changeRequestId,
    limit: optional(
      integer("Maximum number of changes to return", { min: 0, max: 1000, default: 10 }),
    ),
  },
  output: () => import("./cr-changes.model.ts").then((m) => m.semanticChanges),
  extension: true,
});

export const contributors = endpoint({
  summary: "List the editors and commenters of a change request with counts",
  operation: "getContributorsByChangeRequestId",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.contributors),
  extension: true,
});
