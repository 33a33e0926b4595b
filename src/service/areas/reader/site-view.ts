/** A published site as one visitor sees it: what of it there is, how it looks, and the addresses on it. */
import type { Customization } from "../../../contract/site-customization.model.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { Asker } from "../../engines/asker.ts";
import type { Content } from "../published/resolve-url.ts";
import { getSitePages, type SitePages } from "../published/site-pages.ts";
import { publishedCustomizations } from "../sites/customization-rows.ts";
import type { SiteSpaceRow } from "../sites/structure.ts";
import type { ChangePreview } from "./change-preview.ts";

/** What answering needs of the request. */
export type Reading = Pick<PublicRequest, "db" | "now" | "base" | "secretBox">;

export interface SiteView extends Content {
  readonly reading: Reading;
  /** The change request whose content is shown in place of what its space has. */
  readonly change: ChangePreview | undefined;
  readonly look: Customization;
  readonly pages: SitePages;
  /** The address of a path of the site, which is empty or begins with a slash. */
  readonly buildHref: (path: string) => string;
  /** The address of something in a space of the site; of its first page if the path is empty. */
  readonly hrefIn: (siteSpace: SiteSpaceRow, path: string) => string;
  /** The site space that shows a space, if the visitor sees one. */
  readonly showing: (spaceId: string) => SiteSpaceRow | undefined;
}

/** The work that a site's pages take is the site's. */
export function getRequestContext({
  reading: { db },
  site,
}: Pick<SiteView, "reading" | "site">): Asker {
  return { db, caller: site.id };
}

export async function openView(
  reading: Reading,
  content: Content,
  change?: ChangePreview,
): Promise<SiteView> {
  const { structure, siteSpace, siteBasePath } = content;
  const { site: own, siteSpaces } = await publishedCustomizations(reading.db, structure);
  const pages = withChange(getSitePages(reading, structure), change);
  const prefix = siteBasePath.replace(/\/$/, "");
  const buildHref = (path: string) => `${prefix}${escaped(path)}` || "/";
  const shown = new Map([...structure.siteSpaces.values()].map((row) => [row.space_id, row]));
  shown.set(siteSpace.space_id, siteSpace);
  return {
    ...content,
    reading,
    change,
    look: siteSpaces[siteSpace.id] ?? own,
    pages,
    buildHref,
    hrefIn: (to, path) => buildHref(pages.resolvePath(to, path)),
    showing: (spaceId) => shown.get(spaceId),
  };
}

function withChange(pages: SitePages, change: ChangePreview | undefined): SitePages {
  if (!change) return pages;
  const { spaceId, tree } = change;
  return { ...pages, tree: async (id) => (id === spaceId ? tree : pages.tree(id)) };
}

function escaped(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
