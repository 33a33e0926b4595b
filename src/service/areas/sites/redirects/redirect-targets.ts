/** Resolution of the destinations of redirects. */
import { withoutFinalSlashes } from "../../../../json/trim.ts";
import { findDefaultSiteSpace } from "../structure/defaults.ts";
import type { SiteSpaceRow, Structure } from "../structure/structure.ts";
import { getAddedPath, type MatchedRedirect, resolveDestination } from "./redirect-rows.ts";

export type RedirectTarget =
  | { readonly url: string }
  | {
      readonly siteSpace: SiteSpaceRow;
      /** The id of the page; undefined for the first page. */
      readonly page?: string;
      /** The path that the wildcard adds to the path of the space or page; usually empty. */
      readonly added: string;
    };

/** @returns undefined if the destination no longer exists. The existence of pages is not checked. */
export function resolveRedirect(
  structure: Structure,
  redirected: MatchedRedirect,
): RedirectTarget | undefined {
  const destination = resolveDestination(redirected.row);
  const added = getAddedPath(redirected);
  if (destination.kind === "external") return { url: withPath(destination.url, added) };
  const siteSpace =
    destination.kind === "site-section"
      ? structure.sections.has(destination.siteSectionId) &&
        findDefaultSiteSpace(structure, destination.siteSectionId)
      : structure.siteSpaces.get(destination.siteSpaceId);
  if (!siteSpace || siteSpace.deleted_at !== null) return undefined;
  return destination.kind === "site-page"
    ? { siteSpace, page: destination.pageId, added }
    : { siteSpace, added };
}

/** Appends a path to the path of a URL. */
function withPath(address: string, added: string): string {
  if (added === "") return address;
  const url = new URL(address);
  const path = added.split("/").map(encodeURIComponent).join("/");
  url.pathname = `${withoutFinalSlashes(url.pathname)}/${path}`;
  return url.href;
}
