/** Resolution of URLs of published sites to spaces and paths. */

import { decodePart } from "../../../../document/reference-address.ts";
import { trimCharacter } from "../../../../json/trim.ts";
import type { Call } from "../../../core/handlers.ts";
import { loadPublishedSites, type SiteRow } from "../queries.ts";
import { redirectFinder } from "../redirects/redirect-rows.ts";
import { type RedirectTarget, resolveRedirect } from "../redirects/redirect-targets.ts";
import { getDefaults } from "../structure/defaults.ts";
import { withoutDrafts } from "../structure/drafts.ts";
import {
  orderSiteSpaces,
  readStructure,
  type SiteSpaceRow,
  type Structure,
} from "../structure/structure.ts";
import { loadActiveKeys } from "../visitors/share-keys.ts";
import { countPartsAbove, readAddress } from "./read-url.ts";
import { resolveSiteSpacePath } from "./urls.ts";

/** A path in a space of a site. */
export interface PublishedSpacePath {
  readonly space: string;
  /** Path below the space or the page, without leading or trailing slashes; empty for the first page. */
  readonly path: string;
  /** The id of the page to which the path is relative. */
  readonly page?: string;
}

/** The target of a URL on a site. */
export interface PublishedTarget extends PublishedSpacePath {
  /** The fragment as written in the URL, without `#`. */
  readonly anchor?: string;
  /** The target of the redirect that applies if the page does not exist. */
  readonly otherwise?: PublishedSpacePath | { readonly url: string };
}

/**
 * Conditions of sections and site spaces are ignored, because they may hold for some visitors.
 * @param spaceId only URLs of published sites that contain this space are resolved
 * @returns the targets by URL; the existence of pages is not checked
 */
export async function findPublished(
  call: Call,
  spaceId: string,
  urls: readonly string[],
): Promise<Map<string, PublishedTarget>> {
  const targets = new Map<string, PublishedTarget>();
  if (urls.length === 0) return targets;
  const sites = await loadPublishedSites(call.db, [spaceId]);
  for (const site of sites) {
    const keys = await loadActiveKeys(call, site);
    const onSite = urls.flatMap((url) => {
      const below = targets.has(url) ? undefined : findPathBelowSite(url, site, keys);
      return below ? [{ url, ...below }] : [];
    });
    if (onSite.length === 0) continue;
    const structure = withoutDrafts(await readStructure({ db: call.db, caller: "" }, site));
    const find = createSpaceFinder(structure);
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

function getSpacePath(lead: RedirectTarget): NonNullable<PublishedTarget["otherwise"]> {
  if ("url" in lead) return lead;
  const { siteSpace, page, added } = lead;
  return { space: siteSpace.space_id, path: added, ...(page !== undefined && { page }) };
}

export interface BelowSite {
  /** Empty, or with a leading slash. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/**
 * @param keys the active share link keys of the site, one of which may be the first path segment
 * @returns undefined if the URL does not belong to this site or is not a page
 */
export function findPathBelowSite(
  url: string,
  site: SiteRow,
  keys: readonly string[],
): BelowSite | undefined {
  const address = readAddress(url);
  const above = address && countPartsAbove(address, site);
  if (!address || above === undefined) return undefined;
  const below = address.segments.slice(above);
  const inner = keys.includes(below[0] ?? "") ? below.slice(1) : below;
  const path = trimPath(decodePart(inner.join("/")).replace(/\.md$/, ""));
  return notAPage.test(path) ? undefined : { path, anchor: address.anchor };
}

/** Paths of resources other than pages, such as `/~gitbook/mcp` and `/sitemap.xml`. */
const notAPage = /\/~|\.[a-z]+$/i;

/** The path of a space on a site. */
export interface SpaceStart {
  /** In lower case; empty, or with a leading slash. */
  readonly start: string;
  readonly siteSpace: SiteSpaceRow;
}

/**
 * The paths of all spaces on a site, longest first. The default section and the default space of a
 * section have both their short and their full paths.
 */
export function findStarts(structure: Structure): SpaceStart[] {
  const defaults = getDefaults(structure);
  const starts = orderSiteSpaces(structure).flatMap(({ row }) => {
    const section = structure.sections.get(row.section_id ?? "");
    const above = section ? `/${section.path}` : "";
    const sectionPath = defaults.siteSpaces.has(row.id) ? [above] : [];
    const shortPath = resolveSiteSpacePath(row, section, defaults);
    return [shortPath, ...sectionPath, `${above}/${row.path}`].map((start) => ({
      start: start.toLowerCase(),
      siteSpace: row,
    }));
  });
  return starts.sort((one, other) => other.start.length - one.start.length);
}

/** @returns the most specific start that equals or contains a path */
export function findStart(starts: readonly SpaceStart[], path: string): SpaceStart | undefined {
  const lower = `${path.toLowerCase()}/`;
  return starts.find(({ start }) => lower.startsWith(`${start}/`));
}

/** Returns a function that resolves a path on the site to a space and the path below it. */
export function createSpaceFinder(
  structure: Structure,
): (path: string) => PublishedSpacePath | undefined {
  const starts = findStarts(structure);
  return (path) => {
    const match = findStart(starts, path);
    return match && { space: match.siteSpace.space_id, path: path.slice(match.start.length + 1) };
  };
}

function trimPath(path: string): string {
  const inner = trimCharacter(path, "/");
  return inner === "" ? "" : `/${inner}`;
}
