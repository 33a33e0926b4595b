/** Validation of redirects: the destination exists, and the redirect neither is shadowed nor loops. */
import type { Role } from "../../../contract/roles.ts";
import type { Destination, InputDestination } from "../../../contract/site-redirect.model.ts";
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { findPageAtPath } from "../content/tree/page-paths.ts";
import { findRedirect, isWildcard } from "../sites/redirects/redirect-rows.ts";
import { type RedirectTarget, resolveRedirect } from "../sites/redirects/redirect-targets.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import {
  listLiveSiteSpaces,
  orderSiteSpaces,
  type Structure,
} from "../sites/structure/structure.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";
import { findPathBelowSite } from "../sites/urls/find-published.ts";
import { loadActiveKeys } from "../sites/visitors/share-keys.ts";
import { findPageById, type SitePages } from "./site-pages.ts";

/** The data that the checks need. */
export interface RedirectValidationContext {
  readonly call: Call;
  readonly structure: Structure;
  readonly member: Role | null;
  readonly pages: SitePages;
}

/** The maximum length of a redirect chain, about the limit of browsers. */
const longestChain = 20;

/**
 * @returns the destination to store, in which a path in a space is resolved to a page
 * @throws ApiError 400 if the destination does not exist or the caller may not see it
 */
export async function resolveDestination(
  { structure, member, pages }: RedirectValidationContext,
  destination: InputDestination,
): Promise<Destination> {
  const { siteSpaces, sections } = structure;
  switch (destination.kind) {
    case "external":
      return destination;
    case "site-section": {
      const { siteSectionId: id } = destination;
      if (sections.has(id) && listLiveSiteSpaces(structure, id).length > 0) return destination;
      throw createDestinationError(`${id} is not a section of this site that contains a space`);
    }
    case "site-space":
    case "site-page": {
      const { siteSpaceId: id } = destination;
      const siteSpace = siteSpaces.get(id);
      if (!siteSpace || siteSpace.deleted_at !== null || !isVisible(siteSpace, member)) {
        throw createDestinationError(`${id} is not a site space of this site`);
      }
      if (destination.kind === "site-space") return destination;
      if (findPageById(await pages.tree(siteSpace.space_id), destination.pageId))
        return destination;
      throw createDestinationError(`the space has no page ${destination.pageId}`);
    }
    case "path": {
      const { spaceId, path } = destination;
      const siteSpace = orderSiteSpaces(structure).find(
        ({ row }) => row.space_id === spaceId && isVisible(row, member),
      );
      if (!siteSpace) throw createDestinationError(`space ${spaceId} is not on this site`);
      const siteSpaceId = siteSpace.row.id;
      if (path.replaceAll("/", "") === "") return { kind: "site-space", siteSpaceId };
      const treePage = findPageAtPath(await pages.tree(spaceId), path);
      if (!treePage) throw createDestinationError(`the space has no page at the path ${path}`);
      return { kind: "site-page", siteSpaceId, pageId: treePage.page.id };
    }
  }
}

function createDestinationError(reason: string): ApiError {
  return new ApiError(400, `Invalid destination: ${reason}.`, { field: "destination" });
}

/**
 * Refuses a live redirect that is shadowed by a page, or that loops. Drafts are exempt, so that they
 * can be prepared before the page is moved.
 * @throws ApiError 409 if a page exists at the source, 400 for a loop
 */
export async function refuseUseless(
  ground: RedirectValidationContext,
  row: SiteRedirectTable,
): Promise<void> {
  refuseCapture(row);
  if (row.draft === 1) return;
  if (!isWildcard(row) && (await ground.pages.isPage(getSourceKey(row.source).slice(1)))) {
    throw new ApiError(
      409,
      `source ${row.source} is the path of a page, which takes precedence over redirects. Move or delete the page first, or create the redirect as a draft.`,
      { field: "source" },
    );
  }
  await refuseLoop(ground, row);
}

function refuseCapture(row: SiteRedirectTable): void {
  if (row.capture_wildcard === 0 || isWildcard(row)) return;
  throw new ApiError(
    400,
    `captureWildcard requires a source that ends with /*, but source is ${row.source}. Change source, or omit captureWildcard.`,
    { field: "captureWildcard" },
  );
}

/** Follows a redirect the way a visitor's browser does. @throws ApiError 400 for a loop */
async function refuseLoop(
  ground: RedirectValidationContext,
  row: SiteRedirectTable,
): Promise<void> {
  const { call, structure, pages } = ground;
  const chain = [row.source];
  // A wildcard matches any text, so one sample is enough.
  const captured = row.capture_wildcard === 1 ? "page" : "";
  let lead = resolveRedirect(structure, { row, captured });
  while (lead) {
    const path = await findLeadPath(ground, lead);
    if (path === undefined) return;
    const isSame = matches(row, path);
    if (!isSame && (await pages.isPage(path))) return;
    // The captured page may not exist, in which case the same redirect applies again.
    const next = isSame ? undefined : await findRedirect(call.db, row.site_id, path);
    if (isSame || chain.length >= longestChain) {
      throw new ApiError(
        400,
        `The redirect creates a loop: ${[...chain, row.source].join(" → ")}. Choose another destination.`,
        { field: "destination" },
      );
    }
    if (!next) return;
    chain.push(next.row.source);
    lead = resolveRedirect(structure, next);
  }
}

/** The path on the site to which the redirect leads; undefined for an external URL and for an existing page. */
async function findLeadPath(
  { call, structure, pages }: RedirectValidationContext,
  lead: RedirectTarget,
): Promise<string | undefined> {
  if ("url" in lead) {
    return findPathBelowSite(lead.url, structure.site, await loadActiveKeys(call, structure.site))
      ?.path;
  }
  if (lead.added === "") return undefined;
  if (lead.page === undefined) return pages.resolvePath(lead.siteSpace, lead.added);
  const treePage = findPageById(await pages.tree(lead.siteSpace.space_id), lead.page);
  return treePage && pages.resolvePath(lead.siteSpace, `${treePage.path}/${lead.added}`);
}

function matches(row: SiteRedirectTable, path: string): boolean {
  const lower = path.toLowerCase();
  const key = row.source_key.slice(1);
  return isWildcard(row) ? lower.startsWith(key) : lower === key;
}
