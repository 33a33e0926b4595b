/** Operations on spaces. */

import { linkStatus, searchQuery } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, json, nullable, optional, text } from "./fields.ts";
import { languages } from "./languages.ts";
import { longestSpaceTitle, retentionDays } from "./limits.ts";
import { approval, none } from "./merge-rule-words.ts";
import { defaultLevel, placement, toOrganization } from "./placement.ts";

const loadModel = () => import("./space.model.ts").then((m) => m.space);
/** Declared separately, because a literal inside a field definition loses its type. */
const mergeRules = () => import("./merge-rules.model.ts").then((m) => m.spaceMergeRules);
const loadTemplateModel = () => import("./template.model.ts").then((m) => m.template);
const loadAnything = () => import("./shared.model.ts").then((m) => m.object);
const spaceId = id("space");
const title = optional(text("Title", { max: longestSpaceTitle, syntax: "words" }));
const language = optional(enumeration(languages, "Language of the content"));
const editMode = optional(
  enumeration(["live", "locked"], "Edit mode: live allows direct edits, locked refuses all edits"),
);

export const list = endpoint({
  summary: "List the spaces of an organization",
  operation: "listSpacesInOrganizationById",
  route: "GET /orgs/{organizationId}/spaces",
  input: { organizationId: id("org"), ...paging },
  output: () => import("./space.model.ts").then((m) => m.spaces),
  list: true,
  extension: true,
});

export const create = endpoint({
  summary: "Create a space",
  operation: "createSpace",
  route: "POST /orgs/{organizationId}/spaces",
  input: {
    organizationId: id("org"),
    title,
    emoji: optional(
      text("Emoji shown with the title", { max: longestSpaceTitle, syntax: "words" }),
    ),
    parent: optional(id("collection", "Parent collection")),
    language,
    editMode,
    template: optional(json(loadTemplateModel, "Template for the first pages")),
    empty: optional(boolean("Create an empty space", { default: true })),
    computedSource: optional(json(loadAnything, "External source that generates the content")),
  },
  output: loadModel,
  status: 201,
  location: true,
  ignoredFields: [
    { path: "computedSource", reason: "the local platform stores no computed content" },
  ],
  openBody: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show a space",
  operation: "getSpaceById",
  route: "GET /spaces/{spaceId}",
  input: {
    spaceId,
    shareKey: optional(text("Share key, to resolve published URLs", { secret: "whole" })),
  },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the settings of a space",
  operation: "updateSpaceById",
  route: "PATCH /spaces/{spaceId}",
  input: {
    spaceId,
    title,
    emoji: optional(
      nullable(
        text("Emoji shown with the title; without one, the default icon", {
          max: longestSpaceTitle,
          syntax: "words",
        }),
      ),
    ),
    icon: optional(
      nullable(text("URL of an image shown instead of an emoji", { max: 2048, format: "url" })),
    ),
    editMode,
    defaultLevel,
    language,
    mergeRules: optional(
      json(
        mergeRules,
        'Requirements for merging change requests; "approval" requires another user\'s approval',
        {
          words: { inherit: { type: "inherit" }, none, approval },
        },
      ),
    ),
  },
  output: loadModel,
});

export const remove = endpoint({
  summary: `Delete a space; it can be restored for ${retentionDays} days`,
  operation: "deleteSpaceById",
  route: "DELETE /spaces/{spaceId}",
  input: { spaceId },
});

export const duplicate = endpoint({
  summary: "Duplicate a space with its content",
  operation: "duplicateSpace",
  route: "POST /spaces/{spaceId}/duplicate",
  input: { spaceId },
  output: loadModel,
  status: 201,
  location: true,
});

export const restore = endpoint({
  summary: `Restore a space that was deleted within the last ${retentionDays} days`,
  operation: "restoreSpace",
  route: "POST /spaces/{spaceId}/restore",
  input: {
    spaceId: id("space", "Title of the deleted space, or its id", { deleted: true }),
  },
  output: loadModel,
});

export const move = endpoint({
  summary: "Move a space to another collection or position",
  operation: "moveSpace",
  route: "POST /spaces/{spaceId}/move",
  input: { spaceId, ...placement },
  output: loadModel,
});

export const transfer = endpoint({
  summary: "Transfer a space to another organization",
  operation: "transferSpace",
  route: "POST /spaces/{spaceId}/transfer",
  input: { spaceId, organization: toOrganization },
  output: loadModel,
});

export const links = endpoint({
  summary: "List the links in a space and their status",
  operation: "listSpaceLinks",
  route: "GET /spaces/{spaceId}/links",
  input: { spaceId, status: linkStatus, ...paging },
  output: () => import("./link.model.ts").then((m) => m.links),
  list: true,
});

export const embed = endpoint({
  summary: "Show the link preview (title, site, icon) for a URL",
  operation: "getEmbedByUrlInSpace",
  route: "GET /spaces/{spaceId}/embed",
  input: {
    spaceId,
    url: text("URL of the page", { max: 2048, format: "url" }),
  },
  output: () => import("./space.model.ts").then((m) => m.embed),
  extension: true,
});

export const search = endpoint({
  summary: "Search the pages of a space",
  operation: "searchSpaceContent",
  route: "GET /spaces/{spaceId}/search",
  input: { spaceId, query: searchQuery, ...paging },
  output: () => import("./search.model.ts").then((m) => m.pageResults),
  list: true,
});
