/** Titles of the sections, site spaces and pages that redirects refer to. */
import type { ApiClient, JsonObject, JsonValue } from "../../context.ts";
import * as page from "../../contract/page.ts";
import * as section from "../../contract/site-section.ts";
import * as siteSpace from "../../contract/site-space.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

/**
 * Maximum number of spaces whose pages are fetched, with one request each; other pages are shown by
 * id.
 */
const mostSpaces = 10;

/** @returns titles of sections and site spaces and paths of pages, by id */
export async function fetchDestinationTitles(
  client: ApiClient,
  input: JsonObject,
  rows: readonly JsonObject[],
): Promise<ReadonlyMap<string, string>> {
  const site = { organizationId: asText(input.organizationId), siteId: asText(input.siteId) };
  const destinations = rows.map((row) => asObject(row.destination));
  const titles = new Map<string, string>();
  if (destinations.some(({ siteSectionId }) => siteSectionId !== undefined)) {
    for await (const { items } of client.pages(section.list, site))
      for (const { id, title } of items.map(asObject)) titles.set(asText(id), asText(title));
  }
  const paged = new Set(
    destinations.filter(({ pageId }) => pageId !== undefined).map((one) => asText(one.siteSpaceId)),
  );
  const spaces = new Set<string>();
  for await (const { items } of client.pages(siteSpace.list, site)) {
    for (const { id, title, space } of items.map(asObject)) {
      titles.set(asText(id), asText(title));
      if (paged.has(asText(id))) spaces.add(asText(asObject(space).id));
    }
  }
  for (const spaceId of [...spaces].slice(0, mostSpaces)) {
    const { value } = await client.call(page.list, { spaceId, metadata: false });
    addPaths(asObject(value).pages, titles);
  }
  return titles;
}

function addPaths(pages: JsonValue | undefined, titles: Map<string, string>): void {
  for (const { id, path, title, pages: inner } of asObjects(pages)) {
    titles.set(asText(id), asText(path) || asText(title));
    addPaths(inner, titles);
  }
}
