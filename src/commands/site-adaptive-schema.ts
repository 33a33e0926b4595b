/** `tome site adaptive-schema`. */
import type { JsonObject, PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-adaptive-schema.ts";
import { asObject } from "../json/values.ts";
import { updatedColumn } from "./columns.ts";
import { text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, type PresentRecord, query } from "./verb.ts";

const record: readonly PrintedColumn[] = [
  updatedColumn,
  { header: "SCHEMA", path: "jsonSchema", wide: true },
];

const claimColumns: readonly PrintedColumn[] = [
  { header: "CLAIM", path: "claim", as: "title" },
  { header: "TYPE", path: "type" },
  { header: "VALUES", path: "values", wide: true },
  { header: "DESCRIPTION", path: "description", wide: true },
];

/** The claims of a schema, each with its path. */
function listClaims(schema: JsonObject, prefix = ""): readonly JsonObject[] {
  return Object.entries(asObject(schema.properties)).flatMap(([name, value]) => {
    const property = asObject(value);
    const claim = `${prefix}${name}`;
    if (property.properties !== undefined) return listClaims(property, `${claim}.`);
    const { type = null, description = null } = property;
    return [{ claim, type, values: property.enum ?? null, description }];
  });
}

const presentClaims: PresentRecord = ({ jsonSchema }) => {
  async function* list() {
    yield listClaims(asObject(jsonSchema));
  }
  return { list: list(), columns: claimColumns, none: "The schema declares no claims." };
};

export const commands = noun({
  summary: "Manage the visitor schema of a site",
  own: "site",
  verbs: {
    get: query(contract.get, {
      columns: record,
      present: presentClaims,
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
