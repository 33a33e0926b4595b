/** `tome site adaptive-schema`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-adaptive-schema.ts";
import { updatedColumn } from "./columns.ts";
import { getCommandFields } from "./field-words.ts";
import { text } from "./fields.ts";
import { custom, noun, query } from "./verb.ts";

const record: readonly PrintedColumn[] = [
  updatedColumn,
  { header: "SCHEMA", path: "jsonSchema", wide: true },
];

export const commands = noun({
  summary: "Manage the visitor schema of a site",
  own: "site",
  verbs: {
    get: query(contract.get, {
      columns: record,
      examples: ["site adaptive-schema get Docs --jq .jsonSchema"],
    }),
    put: custom({
      summary: contract.put.summary,
      fields: {
        organizationId: getCommandFields(contract.put).organizationId,
        siteId: getCommandFields(contract.put).siteId,
        file: text("File with the JSON Schema, - for standard input", {
          placeholder: "file",
        }),
      },
      arguments: ["siteId"],
      operations: [contract.put],
      isWrite: true,
      examples: ["site adaptive-schema put Docs --file schema.json"],
      load: () => import("../features/sites/adaptive-schema.ts").then((m) => m.putSchema),
    }),
    conditions: query(contract.conditions, {
      columns: [
        { header: "DESCRIPTION", path: "description", wide: true },
        { header: "CONDITION", path: "condition", wide: true },
      ],
      emptyText: "The site has no visitor schema, so there are no conditions.",
      listIn: "items",
    }),
  },
});
