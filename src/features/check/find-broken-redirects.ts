/** Rule for redirects of docs sites whose destination no longer exists. */
import type { JsonObject } from "../../context.ts";
import * as page from "../../contract/page.ts";
import * as redirect from "../../contract/site-redirect.ts";
import * as section from "../../contract/site-section.ts";
import { asObject, asText } from "../../json/values.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import { type FindFindings, getPublishedUrl } from "./organization-scope.ts";
import type { RawFinding } from "./rule.ts";

export const findBrokenRedirects: FindFindings = async ({ reading }) => {
  const sites = (await reading.sites()) ?? [];
  const findings = await Promise.all(sites.map((site) => findOnSite(reading, site)));
  return findings.flat();
};

async function findOnSite(
  reading: OrganizationReader,
  site: JsonObject,
): Promise<readonly RawFinding[]> {
  const siteId = asText(site.id);
  const title = asText(site.title);
  const input = { organizationId: reading.organizationId, siteId };
  const label = (parts: string) => `the ${parts} of ${JSON.stringify(title)}`;
  const redirects = await reading.listIfOffered(label("redirects"), redirect.list, input);
  if (redirects === undefined || redirects === "absent") return [];
  const inside = redirects.filter(({ destination }) => getKind(destination) !== "external");
  if (inside.length === 0) return [];
  const siteSpaces = await reading.siteSpaces(siteId);
  // Without the parts of the site, no redirect can be reported.
  if (siteSpaces === undefined) return [];
  const spaceIds = new Map(
    siteSpaces.map(({ id, space }) => [asText(id), asText(asObject(space ?? null).id)]),
  );
  const pageIds = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const sections = inside.some(({ destination }) => getKind(destination) === "site-section")
    ? await reading.listIfOffered(label("sections"), section.list, input)
    : [];

  const loadPages = (spaceId: string) => {
    const pending = pageIds.get(spaceId) ?? loadPageIds(reading, spaceId);
    pageIds.set(spaceId, pending);
    return pending;
  };

  /** @returns the missing resource; undefined if it exists or cannot be read */
  async function findMissing(destination: JsonObject): Promise<string | undefined> {
    if (asText(destination.kind) === "site-section") {
      if (sections === undefined || sections === "absent") return undefined;
      const exists = sections.some(({ id }) => id === destination.siteSectionId);
      return exists ? undefined : "a section that is no longer on the site";
    }
    const spaceId = spaceIds.get(asText(destination.siteSpaceId));
    if (spaceId === undefined) return "a space that is no longer on the site";
    if (asText(destination.kind) !== "site-page") return undefined;
    const pages = await loadPages(spaceId);
    return pages === undefined || pages.has(asText(destination.pageId))
      ? undefined
      : "a deleted page";
  }

  /** The lists contain only resources that the caller may see, so the platform has the last word. */
  async function isBroken(source: string): Promise<boolean> {
    const label = `the target of the redirect from ${source}`;
    return (await reading.exists(label, redirect.resolve, { ...input, source })) === false;
  }

  const found = await Promise.all(
    inside.map(async (one) => {
      const missing = await findMissing(asObject(one.destination ?? null));
      if (missing === undefined || !(await isBroken(asText(one.source)))) return [];
      return [
        {
          rule: "site-redirect-broken",
          id: siteId,
          target: asText(one.id),
          title,
          message: `The redirect from ${asText(one.source)} leads to ${missing}.`,
          ...getPublishedUrl(site),
        },
      ];
    }),
  );
  return found.flat();
}

function getKind(destination: JsonObject[string] | undefined): string {
  return asText(asObject(destination ?? null).kind);
}

async function loadPageIds(
  reading: OrganizationReader,
  spaceId: string,
): Promise<ReadonlySet<string> | undefined> {
  const answer = await reading.one(`the pages of space ${spaceId}`, page.list, { spaceId });
  if (answer === undefined) return undefined;
  const ids = new Set<string>();
  const walk = (value: unknown): void => {
    for (const one of Array.isArray(value) ? value.map(asObject) : []) {
      ids.add(asText(one.id));
      walk(one.pages);
    }
  };
  walk(answer.pages);
  return ids;
}
