/** Warnings about conditions on claims that visitors cannot have. */
import type { ApiClient, Context, JsonObject } from "../../context.ts";
import * as site from "../../contract/site.ts";
import * as adaptiveSchema from "../../contract/site-adaptive-schema.ts";
import { ApiError } from "../../errors.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

/**
 * The warning after a write with a condition.
 * @param input of the write
 * @returns undefined if the write has no condition or visitors can have claims
 */
export async function findConditionWarning(
  context: Context,
  input: JsonObject,
): Promise<string | undefined> {
  if (asText(input.condition) === "") return undefined;
  const client = await context.client({ lookup: true });
  const ids = { organizationId: asText(input.organizationId), siteId: asText(input.siteId) };
  return (
    (await findDisabledClaims(client, ids)) ??
    (await findUndeclaredClaims(client, ids, asText(input.condition)))
  );
}

/** A claim in an expression, such as `visitor.claims.plan` or `visitor.claims["plan"]`. */
const claimReference = /\bvisitor\.claims(?:\.([A-Za-z_$][\w$]*)|\[(?:"([^"\]]*)"|'([^'\]]*)')\])/g;

/** @returns undefined if the site has no visitor schema, because its visitors can have any claims */
async function findUndeclaredClaims(
  client: ApiClient,
  ids: { readonly organizationId: string; readonly siteId: string },
  condition: string,
): Promise<string | undefined> {
  const used = [...condition.matchAll(claimReference)].map((found) =>
    found.slice(1).find((name) => name !== undefined),
  );
  if (used.length === 0) return undefined;
  const schema = await client.call(adaptiveSchema.get, ids).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  if (schema === undefined) return undefined;
  const { jsonSchema } = asObject(schema.value);
  const declared = Object.keys(asObject(asObject(jsonSchema).properties));
  const undeclared = [...new Set(used)].filter(
    (name) => name !== undefined && !declared.includes(name),
  );
  if (undeclared.length === 0) return undefined;
  const claims = declared.length === 0 ? "no claims" : `only ${declared.join(", ")}`;
  return `The visitor schema of the site declares ${claims}, so no visitor has ${undeclared.join(", ")}. To show the claims: tome site adaptive-schema get ${ids.siteId}`;
}

/** The warning for a site with conditions; undefined if visitors can have claims. */
export async function findDisabledClaims(
  client: ApiClient,
  ids: { readonly organizationId: string; readonly siteId: string },
): Promise<string | undefined> {
  const { value } = await client.call(site.get, ids);
  if (!hasDisabledClaims(asObject(value))) return undefined;
  return `Adaptive content is disabled on the site, so visitors have no claims, and conditions hide content from all of them. To enable it: tome site update ${ids.siteId} --adaptive-content`;
}

/** @param site as returned by the API; a platform that omits the setting is not reported */
export function hasDisabledClaims(site: JsonObject): boolean {
  return asObject(site.adaptiveContent ?? null).enabled === false;
}

/** The parts of a site's structure with a condition. */
export function listConditional(structure: readonly JsonObject[]): JsonObject[] {
  return structure.flatMap((item) => [
    ...(asText(item.condition) === "" ? [] : [item]),
    ...listConditional(asObjects(item.children)),
    ...listConditional(asObjects(item.siteSpaces)),
  ]);
}
