/** Operations on the custom fonts of an organization. */
import { endpoint } from "./endpoint.ts";
import { id, json, optional, text } from "./fields.ts";

const loadModel = () => import("./font.model.ts").then((m) => m.font);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadNewFaces = () => import("./font.model.ts").then((m) => m.newFaces);
const loadChangedFaces = () => import("./font.model.ts").then((m) => m.changedFaces);
const organizationId = id("org");
const fontId = id("font");
const fontFamily = text("Name of the font family", { min: 1, max: 50, syntax: "words" });

export const list = endpoint({
  summary: "List the custom fonts of an organization",
  operation: "listCustomFonts",
  route: "GET /orgs/{organizationId}/fonts",
  input: { organizationId },
  output: () => import("./font.model.ts").then((m) => m.fonts),
  list: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show a custom font and the URLs of its files",
  operation: "getCustomFont",
  route: "GET /orgs/{organizationId}/fonts/{fontId}",
  input: { organizationId, fontId },
  output: loadModel,
  extension: true,
});

export const create = endpoint({
  summary: "Create a custom font from font files",
  operation: "createCustomFont",
  route: "PUT /orgs/{organizationId}/fonts",
  input: {
    organizationId,
    fontFamily,
    fontFaces: json(loadNewFaces, "Weights and the keys of their uploaded files"),
  },
  output: loadModel,
  status: 201,
  // Each request creates a font.
  once: true,
  extension: true,
});

export const update = endpoint({
  summary: "Rename a custom font, or replace and remove its weights",
  operation: "updateCustomFont",
  route: "POST /orgs/{organizationId}/fonts/{fontId}",
  input: {
    organizationId,
    fontId,
    fontFamily: optional(fontFamily),
    fontFaces: optional(json(loadChangedFaces, "Changed weights; null removes one")),
  },
  output: loadModel,
  status: 201,
  extension: true,
});

export const remove = endpoint({
  summary: "Delete a custom font",
  operation: "deleteCustomFont",
  route: "DELETE /orgs/{organizationId}/fonts/{fontId}",
  input: { organizationId, fontId },
  extension: true,
});
