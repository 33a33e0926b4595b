/** Which space of a published site an address leads to: the reverse of making such an address. */

import { decoded } from "../../../document/reference-address.ts";
import { trimCharacter } from "../../../json/trimming.ts";
import type { Call } from "../../core/handlers.ts";
import { resolveSiteSpacePath } from "./addresses.ts";
import { getDefaults } from "./defaults.ts";
import { withoutDrafts } from "./drafts.ts";
import { loadPublishedSites, type SiteRow } from "./queries.ts";
import { partsAbove, readAddress } from "./read-address.ts";
import { type Lead, resolveRedirect } from "./redirect-leads.ts";
import { redirectFinder } from "./redirect-rows.ts";
import { activeKeys } from "./share-keys.ts";
import {
  readStructure,
  type SiteSpaceRow,
  type Structure,
  siteSpacesInOrder,
} from "./structure.ts";

/** A position in a space that a site shows. */
export interface SpacePath {
  readonly space: string;
  /** Below the space or the page, without slashes at its ends; empty for the first page. */
  readonly path: string;
  /** The id of the page that the path is below. */
  readonly page?: string;
}

/** What an address names on a site. */
export interface PublishedTarget extends SpacePath {
  /** As it is written, after the `#`. */
  readonly anchor?: string;
  /** Where a redirect of the site leads if there is no such page. */
  readonly otherwise?: SpacePath | { readonly url: string };
}

/**
 * The conditions of sections and spaces are not asked: they hold for some visitors.
 * @param spaceId the space whose published sites count
 * @returns for each of the addresses that lead to a space on one of them, whether or not the space has
 * such a page
 */
export async function findPublished(
  call: Call,
  spaceId: string,
  urls: readonly string[],
): Promise<Map<string, PublishedTarget>> {
  const targets = new Map<string, PublishedTarget>();
  if (urls.length === 0) return targets;
  const sites = await loadPublishedSites(call.db, spaceId);
  for (const site of sites) {
    const keys = await activeKeys(call.db, site);
    const onSite = urls.flatMap((url) => {
      const below = targets.has(url) ? undefined : belowSite(url, site, keys);
      return below ? [{ url, ...below }] : [];
    });
    if (onSite.length === 0) continue;
    const structure = withoutDrafts(await readStructure({ db: call.db, caller: "" }, site));
    const find = spaceFinder(structure);
    const redirect = await redirectFinder(call.db, site.id);
    for (const { url, path, anchor } of onSite) {
      const target = find(path);
      if (!target) continue;
      const redirected = redirect(path);
      const lead = redirected && resolveRedirect(structure, redirected);
      const otherwise = lead && getSpacePath(lead);
      targets.set(url, {
        ...target,
        ...(anchor !== undefined && { anchor }),
        ...(otherwise && { otherwise }),
      });
    }
  }
  return targets;
}

function getSpacePath(lead: Lead): NonNullable<PublishedTarget["otherwise"]> {
  if ("url" in lead) return lead;
  const { siteSpace, page, added } = lead;
  return { space: siteSpace.space_id, path: added, ...(page !== undefined && { page }) };
}

export interface BelowSite {
  /** Empty, or with a slash before each part. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/**
 * @param keys those that open the site, one of which may begin the path
 * @returns absent for an address that is not of this site
 */
export function belowSite(
  url: string,
  site: SiteRow,
  keys: readonly string[],
): BelowSite | undefined {
  const address = readAddress(url);
  const above = address && partsAbove(address, site);
  if (!address || above === undefined) return undefined;
  const below = address.segments.slice(above);
  const inner = keys.includes(below[0] ?? "") ? below.slice(1) : below;
  const path = trimmed(decoded(inner.join("/")).replace(/\.md$/, ""));
  return notAPage.test(path) ? undefined : { path, anchor: address.anchor };
}

/** What a site has beside its pages, such as `/~gitbook/mcp` and `/sitemap.xml`. */
const notAPage = /\/~|\.[a-z]+$/i;

/** A path of a site at which one of its spaces begins. */
export interface Start {
  /** In small letters; empty, or with a slash before each part. */
  readonly start: string;
  readonly siteSpace: SiteSpaceRow;
}

/**
 * The paths at which the spaces of a site begin, the longest first. The default section, and the
 * default space of a section, are found with their own paths, too.
 */
export function findStarts(structure: Structure): Start[] {
  const defaults = getDefaults(structure);
  const starts = siteSpacesInOrder(structure).flatMap(({ row }) => {
    const section = structure.sections.get(row.section_id ?? "");
    const above = section ? `/${section.path}` : "";
    const short = defaults.siteSpaces.has(row.id) ? [above] : [];
    const usual = resolveSiteSpacePath(row, section, defaults);
    return [usual, ...short, `${above}/${row.path}`].map((start) => ({
      start: start.toLowerCase(),
      siteSpace: row,
    }));
  });
  return starts.sort((one, other) => other.start.length - one.start.length);
}

/** @returns the start that a path is at or below */
export function findStart(starts: readonly Start[], path: string): Start | undefined {
  const lower = `${path.toLowerCase()}/`;
  return starts.find(({ start }) => lower.startsWith(`${start}/`));
}

/** Finds the space of a path on a site, and the path below it. */
export function spaceFinder(structure: Structure): (path: string) => SpacePath | undefined {
  const starts = findStarts(structure);
  return (path) => {
    const found = findStart(starts, path);
    return found && { space: found.siteSpace.space_id, path: path.slice(found.start.length + 1) };
  };
}

function trimmed(path: string): string {
  const inner = trimCharacter(path, "/");
  return inner === "" ? "" : `/${inner}`;
}
