/** `tome openapi version`. */
import type { Column } from "../context.ts";
import { flag, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/openapi-version.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { noun, show, task } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  createdColumn,
  { header: "URL", path: "url", as: "address", wide: true },
];

/** Without a version, or with the word latest, the latest version is used. */
const { organizationId, specSlug, versionId } = contract.get.input;
const one = { organizationId, specSlug, versionId: optional(versionId) };

export const commands = noun({
  does: "Show the versions of an API specification",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "No versions.",
      examples: ["openapi version list pets"],
    }),
    get: show([contract.get, contract.getLatest], {
      does: "Show a version of an API specification (default the latest)",
      columns,
      examples: ["openapi version get pets", "openapi version get pets V1"],
    }),
    content: task({
      does: "Show or save the files of a version of an API specification",
      fields: {
        ...one,
        save: optional(text("Folder to write the files to", { placeholder: "folder" })),
        force: optional(flag("With --save: overwrite existing files")),
      },
      arguments: ["specSlug", "versionId"],
      sends: [contract.versionContent, contract.latestContent],
      examples: ["openapi version content pets --save pets-api", "openapi version content pets V1"],
      load: () => import("../features/openapi/content.ts").then((m) => m.content),
    }),
    raw: task({
      does: "Print the source text of a version of an API specification",
      fields: one,
      arguments: ["specSlug", "versionId"],
      sends: [contract.versionRaw, contract.latestRaw],
      examples: ["openapi version raw pets > openapi.yaml"],
      load: () => import("../features/openapi/content.ts").then((m) => m.raw),
    }),
  },
});
