/** What a redirect may be: its destination is there, and visitors who follow it arrive. */
import type { Role } from "../../../contract/roles.ts";
import type { Destination, InputDestination } from "../../../contract/site-redirect.model.ts";
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { pageAtPath } from "../content/page-paths.ts";
import { belowSite } from "../sites/find-published.ts";
import { isVisible } from "../sites/present-parts.ts";
import { type Lead, resolveRedirect } from "../sites/redirect-leads.ts";
import { findRedirect, isWildcard } from "../sites/redirect-rows.ts";
import { activeKeys } from "../sites/share-keys.ts";
import { liveSiteSpaces, type Structure, siteSpacesInOrder } from "../sites/structure.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";
import { pageById, type SitePages } from "./site-pages.ts";

/** What the checks look at. */
export interface RedirectGround {
  readonly call: Call;
  readonly structure: Structure;
  readonly member: Role | null;
  readonly pages: SitePages;
}

/** How many redirects in a row are followed; browsers follow about as many. */
const longestChain = 20;

/**
 * @returns what is stored: a path in a space becomes a page of the site
 * @throws Problem 400 for what the site does not have, or the caller may not see
 */
export async function resolveDestination(
  { structure, member, pages }: RedirectGround,
  destination: InputDestination,
): Promise<Destination> {
  const { siteSpaces, sections } = structure;
  switch (destination.kind) {
    case "external":
      return destination;
    case "site-section": {
      const { siteSectionId: id } = destination;
      if (sections.has(id) && liveSiteSpaces(structure, id).length > 0) return destination;
      throw nowhere(`names the section ${id}, which is none of this site with a space in it`);
    }
    case "site-space":
    case "site-page": {
      const { siteSpaceId: id } = destination;
      const siteSpace = siteSpaces.get(id);
      if (!siteSpace || siteSpace.deleted_at !== null || !isVisible(siteSpace, member)) {
        throw nowhere(`names the site space ${id}, which is none of this site`);
      }
      if (destination.kind === "site-space") return destination;
      if (pageById(await pages.tree(siteSpace.space_id), destination.pageId)) return destination;
      throw nowhere(`names the page ${destination.pageId}, which its space does not have`);
    }
    case "path": {
      const { spaceId, path } = destination;
      const found = siteSpacesInOrder(structure).find(
        ({ row }) => row.space_id === spaceId && isVisible(row, member),
      );
      if (!found) throw nowhere(`names the space ${spaceId}, which is not on this site`);
      const siteSpaceId = found.row.id;
      if (path.replaceAll("/", "") === "") return { kind: "site-space", siteSpaceId };
      const treePage = pageAtPath(await pages.tree(spaceId), path);
      if (!treePage) throw nowhere(`names the path ${path}, at which its space has no page`);
      return { kind: "site-page", siteSpaceId, pageId: treePage.page.id };
    }
  }
}

function nowhere(what: string): Problem {
  return new Problem(400, `destination ${what}; name one that is there.`, { field: "destination" });
}

/**
 * Refuses a live redirect that nobody would follow, or that leads back to itself. Drafts redirect
 * nobody, so they may be prepared before the page is moved.
 * @throws Problem 409 if visitors find a page at the source, 400 for a loop
 */
export async function refuseUseless(ground: RedirectGround, row: SiteRedirectTable): Promise<void> {
  refuseCapture(row);
  if (row.draft === 1) return;
  if (!isWildcard(row) && (await ground.pages.isPage(getSourceKey(row.source).slice(1)))) {
    throw new Problem(
      409,
      `source ${row.source} is the path of a page of the site, which visitors get before any redirect; move or delete the page first, or keep the redirect as a draft.`,
      { field: "source" },
    );
  }
  await refuseLoop(ground, row);
}

function refuseCapture(row: SiteRedirectTable): void {
  if (row.capture_wildcard === 0 || isWildcard(row)) return;
  throw new Problem(
    400,
    `captureWildcard adds what a * stands for, and the source ${row.source} ends with none; end it with /* or leave captureWildcard out.`,
    { field: "captureWildcard" },
  );
}

/** Follows a redirect as a visitor would who arrives at no page. */
async function refuseLoop(ground: RedirectGround, row: SiteRedirectTable): Promise<void> {
  const { call, structure, pages } = ground;
  const chain = [row.source];
  // A star stands for anything, so one word for it will do.
  const captured = row.capture_wildcard === 1 ? "page" : "";
  let lead = resolveRedirect(structure, { row, captured });
  while (lead) {
    const path = await findLeadPath(ground, lead);
    if (path === undefined) return;
    const isSame = matches(row, path);
    if (!isSame && (await pages.isPage(path))) return;
    // A page that is captured need not be there, so that the same redirect applies once more.
    const next = isSame ? undefined : await findRedirect(call.db, row.site_id, path);
    if (isSame || chain.length >= longestChain) {
      throw new Problem(
        400,
        `destination leads in a circle: ${[...chain, row.source].join(" → ")}; choose one that ends at a page.`,
        { field: "destination" },
      );
    }
    if (!next) return;
    chain.push(next.row.source);
    lead = resolveRedirect(structure, next);
  }
}

/** The path on the site at which visitors arrive; absent for an address elsewhere, and for a page. */
async function findLeadPath(
  { call, structure, pages }: RedirectGround,
  lead: Lead,
): Promise<string | undefined> {
  if ("url" in lead) {
    return belowSite(lead.url, structure.site, await activeKeys(call.db, structure.site))?.path;
  }
  if (lead.added === "") return undefined;
  if (lead.page === undefined) return pages.resolvePath(lead.siteSpace, lead.added);
  const treePage = pageById(await pages.tree(lead.siteSpace.space_id), lead.page);
  return treePage && pages.resolvePath(lead.siteSpace, `${treePage.path}/${lead.added}`);
}

function matches(row: SiteRedirectTable, path: string): boolean {
  const lower = path.toLowerCase();
  const key = row.source_key.slice(1);
  return isWildcard(row) ? lower.startsWith(key) : lower === key;
}
