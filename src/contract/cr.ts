/** The operations on change requests. */
import { endpoint, paging } from "./endpoint.ts";
import { flag, id, json, oneOf, optional, text, whole } from "./fields.ts";

const model = () => import("./cr.model.ts").then((m) => m.changeRequest);
const models = () => import("./cr.model.ts").then((m) => m.changeRequests);
/** Constants of their own: written inside a field, their types would be lost. */
const documentModel = () => import("./document.model.ts").then((m) => m.document);
const changesModel = () => import("./cr-content.model.ts").then((m) => m.contentChanges);
const spaceId = id("space");
const changeRequestId = id("cr");
const subject = optional(text("Subject", { max: 100 }));

/** What a list of change requests is chosen by. */
const chosen = {
  status: optional(
    oneOf(["draft", "open", "archived", "merged"], "Only those in this state", { default: "open" }),
  ),
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
  input: { organizationId: id("org"), ...chosen, ...paging },
  output: models,
  list: true,
});

export const create = endpoint({
  does: "Create a change request, as a draft",
  operation: "createChangeRequest",
  route: "POST /spaces/{spaceId}/change-requests",
  input: { spaceId, subject },
  output: model,
  status: 201,
  location: true,
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
      oneOf(["draft", "open", "archived"], "New state; archived is final, as merged is"),
    ),
  },
  output: model,
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
    page: optional(id("page", "Page to begin at; the pages below it follow", { flag: "page" })),
    only: optional(flag("Leave out the pages below --page", { default: false })),
  },
  output: () => import("./cr.model.ts").then((m) => m.download),
});

export const edit = endpoint({
  does: "Edit the pages and files of a change request, all changes or none",
  operation: "updateChangeRequestContent",
  route: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/content",
  input: {
    spaceId,
    changeRequestId,
    changes: json(changesModel, "Changes, in their order", { placeholder: "JSON" }),
  },
  output: model,
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
