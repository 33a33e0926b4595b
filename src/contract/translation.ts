/** Operations on translations of spaces. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, group, id, json, optional } from "./fields.ts";
import { languages } from "./languages.ts";

const loadModel = () => import("./translation.model.ts").then((m) => m.translation);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);
const organizationId = id("org");
const translationId = id("translation");
const instructions = json(loadDocumentModel, "Instructions for the translator", {
  markdown: "document",
});

export const list = endpoint({
  summary: "List the translations of an organization",
  operation: "listTranslations",
  route: "GET /orgs/{organizationId}/translations",
  input: { organizationId, ...paging },
  output: () => import("./translation.model.ts").then((m) => m.translations),
  list: true,
});

export const create = endpoint({
  summary: "Create a translation of a space",
  operation: "createTranslation",
  route: "POST /orgs/{organizationId}/translations",
  input: {
    organizationId,
    source: group(
      {
        space: id("space", "Space to translate"),
        language: enumeration(languages, "Source language"),
      },
      "Content to translate",
    ),
    language: enumeration(languages, "Target language"),
    instructions: optional(instructions),
  },
  output: loadModel,
  status: 201,
});

export const get = endpoint({
  summary: "Show a translation",
  operation: "getTranslation",
  route: "GET /orgs/{organizationId}/translations/{translationId}",
  input: { organizationId, translationId },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the instructions of a translation",
  operation: "updateTranslation",
  route: "PUT /orgs/{organizationId}/translations/{translationId}",
  input: { organizationId, translationId, instructions },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete a translation, keeping the translated space",
  operation: "deleteTranslation",
  route: "DELETE /orgs/{organizationId}/translations/{translationId}",
  input: { organizationId, translationId },
});

export const run = endpoint({
  summary: "Translate the content that changed since the last run",
  operation: "runTranslation",
  route: "POST /orgs/{organizationId}/translations/{translationId}/run",
  input: { organizationId, translationId },
  status: 204,
});
