/** `tome openapi version`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/openapi-version.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { boolean, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  createdColumn,
  { header: "URL", path: "url", as: "address", wide: true },
];

/** Without a version, or with the word latest, the latest version is used. */
const { organizationId, specSlug, versionId } = getCommandFields(contract.get);
const one = { organizationId, specSlug, versionId: optional(versionId) };

export const commands = noun({
  summary: "Show the versions of an API specification",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No versions.",
      examples: ["openapi version list pets"],
    }),
    get: query([contract.get, contract.getLatest], {
      summary: "Show a version of an API specification (default the latest)",
      columns,
      examples: ["openapi version get pets", "openapi version get pets V1"],
    }),
    content: custom({
      summary: "Show or save the files of a version of an API specification",
      fields: {
        ...one,
        save: optional(text("Folder to write the files to", { placeholder: "folder" })),
        force: optional(boolean("With --save: overwrite existing files")),
      },
      arguments: ["specSlug", "versionId"],
      operations: [contract.versionContent, contract.latestContent],
      examples: ["openapi version content pets --save pets-api", "openapi version content pets V1"],
      load: () => import("../features/openapi/content.ts").then((m) => m.showSpecificationContent),
    }),
    raw: custom({
      summary: "Print the source text of a version of an API specification",
      fields: one,
      arguments: ["specSlug", "versionId"],
      operations: [contract.versionRaw, contract.latestRaw],
      examples: ["openapi version raw pets > openapi.yaml"],
      load: () => import("../features/openapi/content.ts").then((m) => m.showRawSpecification),
    }),
  },
});
