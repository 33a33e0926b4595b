/** Operations on the glossary of an organization, which translations use. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, optional } from "./fields.ts";
import { languages } from "./languages.ts";

const organizationId = id("org");
const loadOperationsModel = () =>
  import("./translation-glossary.model.ts").then((m) => m.operations);

export const list = endpoint({
  summary: "List the glossary of an organization",
  operation: "listGlossaryEntries",
  route: "GET /orgs/{organizationId}/translations-glossary",
  input: {
    organizationId,
    orderBy: optional(enumeration(languages, "Sort by the terms of this language")),
    ...paging,
  },
  output: () => import("./translation-glossary.model.ts").then((m) => m.glossaryEntries),
  list: true,
});

export const get = endpoint({
  summary: "Show an entry of the glossary",
  operation: "getGlossaryEntry",
  route: "GET /orgs/{organizationId}/translations-glossary/{glossaryEntryId}",
  input: { organizationId, glossaryEntryId: id("glossaryEntry") },
  output: () => import("./translation-glossary.model.ts").then((m) => m.glossaryEntry),
});

export const put = endpoint({
  summary: "Add, change and delete entries of the glossary",
  operation: "updateGlossaryEntries",
  route: "PUT /orgs/{organizationId}/translations-glossary",
  input: { organizationId, operations: json(loadOperationsModel, "Operations, applied in order") },
  status: 204,
});
