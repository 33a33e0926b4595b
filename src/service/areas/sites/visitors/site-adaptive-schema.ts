/** Handlers for the visitor schemas of sites. */
import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-adaptive-schema.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { findSchemaFault } from "../../../engines/visitor-schema.ts";
import { requireSite } from "../queries.ts";
import { listTemplateConditions } from "./conditions.ts";

export const handlers = {
  async get({ organizationId, siteId }, call) {
    const { row } = await requireSite(call, organizationId, siteId);
    if (row.visitor_schema === null || row.visitor_schema_at === null) {
      throw new ApiError(404, `Site ${siteId} has no visitor schema.`, {
        hint: `tome site adaptive-schema put ${siteId} --file <file>`,
      });
    }
    return presentSchema(JSON.parse(row.visitor_schema), row.visitor_schema_at);
  },

  async put({ organizationId, siteId, jsonSchema }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteAdaptiveSchema");
    const fault = await findSchemaFault(jsonSchema);
    if (fault !== undefined) {
      throw new ApiError(
        400,
        `jsonSchema is not a valid visitor schema: ${fault}. A visitor schema is an object of booleans, strings, numbers, arrays of these, and nested objects. Each object must set additionalProperties to false.`,
        { field: "jsonSchema" },
      );
    }
    const updatedAt = call.now.toISOString();
    await call.db
      .updateTable("sites")
      .set({ visitor_schema: JSON.stringify(jsonSchema), visitor_schema_at: updatedAt })
      .where("id", "=", siteId)
      .execute();
    return presentSchema(jsonSchema, updatedAt);
  },

  async conditions({ organizationId, siteId }, call) {
    const { row } = await requireSite(call, organizationId, siteId);
    const schema = row.visitor_schema === null ? undefined : JSON.parse(row.visitor_schema);
    return { items: schema === undefined ? [] : listTemplateConditions(schema) };
  },
} satisfies Handlers<typeof contract>;

function presentSchema(
  jsonSchema: Record<string, unknown>,
  updatedAt: string,
): Output<typeof contract.get> {
  return { object: "site-adaptive-schema", jsonSchema, updatedAt };
}
