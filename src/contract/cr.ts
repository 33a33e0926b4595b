/** The operations on change requests. */
import { pdfScope } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, flag, id, json, list as listOf, optional, text, whole } from "./fields.ts";

const model = () => import("./cr.model.ts").then((m) => m.changeRequest);
const models = () => import("./cr.model.ts").then((m) => m.changeRequests);
/** Constants of their own: written inside a field, their types would be lost. */
const documentModel = () => import("./document.model.ts").then((m) => m.document);
const changesModel = () => import("./cr-content.model.ts").then((m) => m.contentChanges);
const spaceId = id("space");
const changeRequestId = id("cr");
const subject = optional(text("Subject", { max: 100 }));

const templateModel = () => import("./template.model.ts").then((m) => m.template);
const contentUpdateModel = () => import("./cr-content.model.ts").then((m) => m.contentUpdate);
const linksModel = () => import("./cr.model.ts").then((m) => m.newLinks);
const status = enumeration(["draft", "open", "archived", "merged"], "Only those in this state");

/** What a list of change requests is chosen by, and its order. */
const chosen = {
  status: optional(listOf(status, status.help, { max: 4, default: "open" })),
  creator: optional(id("user", "Only those created by this user", { flag: "creator" })),
  contributor: optional(
    id("user", "Only those this user created or edited", { flag: "contributor" }),
  ),
  requestedReviewer: optional(
    id("user", "Only those this user was asked to review", { flag: "requested-reviewer" }),
  ),
  conversationsIssuesCluster: optional(
    id("cluster", "Only those made for this cluster of issues", { flag: "cluster" }),
  ),
  topic: optional(text("Only those made for this topic of a site", { min: 1, max: 255 })),
  orderBy: optional(
    enumeration(["updatedAt", "createdAt"], "Those changed, or created, last come first"),
  ),
};

/** The same of all spaces of an organization. */
const chosenOfSeveral = {
  space: optional(id("space", "Only those of this space", { flag: "of-space" })),
  site: optional(id("site", "Only those of spaces that this site shows", { flag: "of-site" })),
  styleguideRun: optional(
    text("Only those made by this run of a style guide", { min: 1, max: 255 }),
  ),
  finding: optional(
    enumeration(["none", "all"], "Whether to list those made from findings too", {
      default: "none",
    }),
  ),
};

export const list = endpoint({
  does: "List the change requests of a space",
  operation: "listChangeRequestsForSpace",
  route: "GET /spaces/{spaceId}/change-requests",
  input: { spaceId, ...chosen, ...paging },
  output: models,
  list: true,
});

export const listInOrganization = endpoint({
  does: "List the change requests of an organization",
  operation: "listChangeRequestsForOrganization",
  route: "GET /orgs/{organizationId}/change-requests",
  input: {
    organizationId: id("org"),
    ...chosen,
    ...chosenOfSeveral,
    ...paging,
  },
  output: models,
  list: true,
});

export const create = endpoint({
  does: "Create a change request, as a draft",
  operation: "createChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests",
  input: {
    spaceId,
    subject,
    template: optional(
      json(templateModel, "Template whose pages it begins with", { placeholder: "JSON" }),
    ),
    agentTaskId: optional(text("Task of an agent that it is for", { min: 1, max: 255 })),
  },
  output: model,
  status: 201,
  location: true,
  unheeded: [{ path: "agentTaskId", why: "no agent works here" }],
  openBody: true,
});

export const get = endpoint({
  does: "Show a change request",
  operation: "getChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}",
  input: { spaceId, changeRequestId },
  output: model,
});

export const update = endpoint({
  does: "Change a change request's subject, description or status",
  operation: "updateChangeRequestById",
  route: "PATCH /spaces/{spaceId}/change-requests/{changeRequestId}",
  input: {
    spaceId,
    changeRequestId,
    subject,
    description: optional(json(documentModel, "Description", { markdown: "document" })),
    status: optional(
      enumeration(["draft", "open", "archived"], "New state; archived is final, as merged is"),
    ),
    links: optional(
      json(linksModel, "Addresses that belong to it, in place of those before", {
        placeholder: "JSON",
      }),
    ),
  },
  output: model,
  unheeded: [{ path: "links", why: "change requests keep no addresses here" }],
  minimal: true,
});

export const merge = endpoint({
  does: "Merge a change request into its space",
  operation: "mergeChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.merged),
});

export const pull = endpoint({
  does: "Pull what changed in the space into a change request",
  operation: "updateChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/update",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.pulled),
});

export const pdf = endpoint({
  does: "Make a PDF of a change request's pages",
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
  does: "Edit the pages and files of a change request, all changes or none",
  operation: "updateChangeRequestContent",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/content",
  input: {
    spaceId,
    changeRequestId,
    changes: json(changesModel, "Changes, in their order", { placeholder: "JSON" }),
    compat: optional(
      flag("Answer with the change request alone, and not with what was changed too", {
        default: true,
      }),
    ),
  },
  output: contentUpdateModel,
  inQuery: ["compat"],
  unheeded: [
    { path: "changes[].condition", why: "pages have no conditions here", unless: [""] },
    {
      path: "changes[].block",
      why: "only whole pages are reverted here, so this change was left out",
    },
  ],
  extension: true,
});

export const changes = endpoint({
  does: "Show what a change request would change in its space",
  operation: "getChangeRequestChanges",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes",
  input: {
    spaceId,
    changeRequestId,
    limit: optional(whole("How many changes to answer", { min: 0, max: 1000, default: 10 })),
  },
  output: () => import("./cr-changes.model.ts").then((m) => m.semanticChanges),
  extension: true,
});

export const contributors = endpoint({
  does: "List the people who edited a change request or commented on it, with how often",
  operation: "getContributorsByChangeRequestId",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors",
  input: { spaceId, changeRequestId },
  output: () => import("./cr.model.ts").then((m) => m.contributors),
  extension: true,
});
