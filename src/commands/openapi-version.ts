/** `tome openapi version`. */
import type { Column } from "../context.ts";
import { flag, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/openapi-version.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { noun, show, task } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  createdColumn,
  { header: "ADDRESS", path: "url", as: "address", wide: true },
];

/** Without a version, or with the word latest, it is the latest one. */
const { organizationId, specSlug, versionId } = contract.get.input;
const one = { organizationId, specSlug, versionId: optional(versionId) };

export const commands = noun({
  does: "Work with the versions of an API specification",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "It has no version yet.",
      examples: ["openapi version list pets"],
    }),
    get: show([contract.get, contract.getLatest], {
      does: "Show a version of an API specification, by default the latest one",
      columns,
      examples: ["openapi version get pets", "openapi version get pets V1"],
    }),
    content: task({
      does: "Show the files of a version of an API specification, or save them",
      fields: {
        ...one,
        save: optional(text("Folder to write the files into", { placeholder: "folder" })),
        force: optional(flag("With --save: replace files that exist")),
      },
      arguments: ["specSlug", "versionId"],
      sends: [contract.versionContent, contract.latestContent],
      examples: ["openapi version content pets --save pets-api", "openapi version content pets V1"],
      load: () => import("../features/openapi/content.ts").then((m) => m.content),
    }),
    raw: task({
      does: "Print the text of a version of an API specification as it was sent or fetched",
      fields: one,
      arguments: ["specSlug", "versionId"],
      sends: [contract.versionRaw, contract.latestRaw],
      examples: ["openapi version raw pets > openapi.yaml"],
      load: () => import("../features/openapi/content.ts").then((m) => m.raw),
    }),
  },
});
