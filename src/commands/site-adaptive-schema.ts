/** `tome site adaptive-schema`. */
import type { Column } from "../context.ts";
import { text } from "../contract/fields.ts";
import * as contract from "../contract/site-adaptive-schema.ts";
import { updatedColumn } from "./columns.ts";
import { noun, show, task } from "./verb.ts";

const record: readonly Column[] = [
  updatedColumn,
  { header: "SCHEMA", path: "jsonSchema", wide: true },
];

export const commands = noun({
  does: "Work with the schema of a docs site's visitors",
  own: "site",
  verbs: {
    get: show(contract.get, {
      columns: record,
      examples: ["site adaptive-schema get Docs --jq .jsonSchema"],
    }),
    put: task({
      does: contract.put.does,
      fields: {
        organizationId: contract.put.input.organizationId,
        siteId: contract.put.input.siteId,
        file: text("File with the JSON schema itself, - for standard input", {
          placeholder: "file",
        }),
      },
      arguments: ["siteId"],
      sends: [contract.put],
      writes: true,
      examples: ["site adaptive-schema put Docs --file schema.json"],
      load: () => import("../features/sites/adaptive-schema.ts").then((m) => m.putSchema),
    }),
    conditions: show(contract.conditions, {
      columns: [
        { header: "DESCRIPTION", path: "description", wide: true },
        { header: "CONDITION", path: "condition", wide: true },
      ],
      none: "The docs site has no schema of its visitors, so there are no conditions to choose from.",
      listIn: "items",
    }),
  },
});
