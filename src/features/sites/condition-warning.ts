/** Warning about conditions of a site whose visitors have no claims. */
import type { ApiClient, Context, JsonObject } from "../../context.ts";
import * as site from "../../contract/site.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";

/**
 * The warning after a write with a condition.
 * @param input of the write
 * @returns undefined if the write has no condition or visitors can have claims
 */
export async function findConditionWarning(
  context: Context,
  input: JsonObject,
): Promise<string | undefined> {
  if (textIn(input.condition) === "") return undefined;
  const client = await context.client({ lookup: true });
  return findDisabledClaims(client, {
    organizationId: textIn(input.organizationId),
    siteId: textIn(input.siteId),
  });
}

/** The warning for a site with conditions; undefined if visitors can have claims. */
export async function findDisabledClaims(
  client: ApiClient,
  ids: { readonly organizationId: string; readonly siteId: string },
): Promise<string | undefined> {
  const { value } = await client.call(site.get, ids);
  if (!hasDisabledClaims(objectIn(value))) return undefined;
  return `Adaptive content is disabled on the site, so visitors have no claims, and conditions hide content from all of them. To enable it: tome site update ${ids.siteId} --adaptive-content`;
}

/** @param site as returned by the API; a platform that omits the setting is not reported */
export function hasDisabledClaims(site: JsonObject): boolean {
  return objectIn(site.adaptiveContent ?? null).enabled === false;
}

/** The parts of a site's structure with a condition. */
export function listConditional(structure: readonly JsonObject[]): JsonObject[] {
  return structure.flatMap((item) => [
    ...(textIn(item.condition) === "" ? [] : [item]),
    ...listConditional(objectsIn(item.children)),
    ...listConditional(objectsIn(item.siteSpaces)),
  ]);
}
