/** Operations on collections. */

import { endpoint, paging } from "./endpoint.ts";
import { boolean, id, optional, text } from "./fields.ts";
import { defaultLevel, placement, toOrganization } from "./placement.ts";

const loadModel = () => import("./collection.model.ts").then((m) => m.collection);
const collectionId = id("collection");
const title = optional(text("Title", { max: 50, syntax: "words" }));

export const list = endpoint({
  summary: "List the collections of an organization",
  operation: "listCollectionsInOrganizationById",
  route: "GET /orgs/{organizationId}/collections",
  input: {
    organizationId: id("org"),
    nested: optional(boolean("Include collections inside other collections", { default: true })),
    ...paging,
  },
  output: () => import("./collection.model.ts").then((m) => m.collections),
  list: true,
});

export const create = endpoint({
  summary: "Create a collection",
  operation: "createCollection",
  route: "POST /orgs/{organizationId}/collections",
  input: {
    organizationId: id("org"),
    title,
    parent: optional(id("collection", "Parent collection")),
  },
  output: loadModel,
  status: 201,
  location: true,
});

export const get = endpoint({
  summary: "Show a collection",
  operation: "getCollectionById",
  route: "GET /collections/{collectionId}",
  input: { collectionId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change a collection's title, description or default level",
  operation: "updateCollectionById",
  route: "PATCH /collections/{collectionId}",
  input: {
    collectionId,
    title,
    description: optional(text("Description", { max: 100 })),
    defaultLevel,
  },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete a collection and move its content to the parent",
  operation: "deleteCollectionById",
  route: "DELETE /collections/{collectionId}",
  input: { collectionId },
});

export const spaces = endpoint({
  summary: "List the spaces in a collection",
  operation: "listSpacesInCollectionById",
  route: "GET /collections/{collectionId}/spaces",
  input: { collectionId, ...paging },
  output: () => import("./space.model.ts").then((m) => m.spaces),
  list: true,
});

export const move = endpoint({
  summary: "Move a collection to another parent or position",
  operation: "moveCollection",
  route: "POST /collections/{collectionId}/move",
  input: { collectionId, ...placement },
  output: loadModel,
});

export const transfer = endpoint({
  summary: "Transfer a collection with its content to another organization",
  operation: "transferCollection",
  route: "POST /collections/{collectionId}/transfer",
  input: { collectionId, organization: toOrganization },
  output: loadModel,
});
