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
  does: "Manage the visitor schema of a site",
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
        file: text("File with the JSON Schema, - for standard input", {
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
      none: "The site has no visitor schema, so there are no conditions.",
      listIn: "items",
    }),
  },
});
