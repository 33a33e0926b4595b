/** The share links of a site whose visitors need one, as the next step of a change. */
import type { Context, JsonObject } from "../../context.ts";
import * as site from "../../contract/site.ts";
import * as shareLink from "../../contract/site-share-link.ts";
import { asObject, asText } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";

/** The number of links that are named. */
const mostNamed = 3;

/** @param site the response of the change */
export async function describeShareLinks(
  context: Pick<Context, "parentId" | "settings" | "local" | "client">,
  { id }: JsonObject,
): Promise<string | undefined> {
  const organizationId = await findCurrentOrganization(context);
  if (organizationId === undefined) return undefined;
  const siteId = asText(id);
  const client = await context.client({ lookup: true });
  const links: JsonObject[] = [];
  for await (const { items } of client.pages(shareLink.list, { organizationId, siteId })) {
    for (const item of items) links.push(asObject(item));
  }
  const active = links.filter((link) => link.active !== false);
  const named = active.slice(0, mostNamed).map((link) => {
    const name = JSON.stringify(asText(link.name));
    return link.expiresAt ? name : `${name} (does not expire)`;
  });
  const more = active.length > mostNamed ? ` and ${active.length - mostNamed} more` : "";
  const now = active.length === 0 ? "none" : `${named.join(", ")}${more}`;
  return `Active share links: ${now}. To create one that expires: tome site share-link create --name <name> --expires-at 30d --site ${siteId}`;
}

/** The command with which a share link without a URL gets one. */
export async function suggestAfterShareLink(
  context: Context,
  sent: JsonObject,
  { urls }: JsonObject,
): Promise<string | undefined> {
  if (asObject(urls ?? {}).published !== undefined) return undefined;
  const ids = { organizationId: asText(sent.organizationId), siteId: asText(sent.siteId) };
  const client = await context.client({ lookup: true });
  const { visibility, published } = asObject((await client.call(site.get, ids)).value);
  if (visibility !== "share-link") {
    const state = published === true ? "" : ", and it is not published";
    return `The visibility of the site is ${asText(visibility)}${state}. To change it: tome site update ${ids.siteId} --visibility share-link`;
  }
  return published === true ? undefined : `To publish it: tome site publish ${ids.siteId}`;
}
