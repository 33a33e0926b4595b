/** Former URLs of pages: after a page, section or space was renamed or moved. */

import { decodePart } from "../../../document/reference-address.ts";
import { trimCharacter } from "../../../json/trim.ts";
import { findFormerPage } from "../site-lookup/former-paths.ts";
import type { SiteView } from "./site-view.ts";

/**
 * The current URL of a page whose former URL was requested; of several pages, the last one that had the
 * URL. Only parts of the site that the visitor sees are searched.
 * @returns undefined if the page no longer exists
 */
export async function findCurrentUrl(view: SiteView): Promise<string | undefined> {
  const requested = resolveRequestedPath(view);
  const asMarkdown = requested.endsWith(".md");
  const path = asMarkdown ? requested.slice(0, -".md".length) : requested;
  const { structure, pages } = view;
  const current = await findFormerPage({ db: view.reading.db, structure, pages }, path);
  if (!current) return undefined;
  const suffix = asMarkdown && current.path !== "" ? ".md" : "";
  const url = view.hrefIn(current.siteSpace, current.path + suffix);
  return url === view.buildHref(requested) ? undefined : url;
}

/** The requested path on the site, decoded; empty, or with a leading slash. */
function resolveRequestedPath({ siteBasePath, basePath, path }: SiteView): string {
  const start = trimCharacter(basePath.slice(siteBasePath.length), "/");
  const segments = [...start.split("/").map(decodePart), path].filter((part) => part !== "");
  return segments.map((segment) => `/${segment}`).join("");
}
