/** A published site as one visitor sees it: visible parts, customization and URLs. */
import type { Customization } from "../../../contract/site-customization.model.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import type { ResolvedContent } from "../site-lookup/resolve-url.ts";
import { getSitePages, type SitePages } from "../site-lookup/site-pages.ts";
import { loadPublishedCustomizations } from "../sites/customization/customization-rows.ts";
import type { SiteFonts } from "../sites/customization/site-fonts.ts";
import type { SiteSpaceRow } from "../sites/structure/structure.ts";
import { toDisplayTree } from "./display-titles.ts";
import type { ChangePreview } from "./pages/change-preview.ts";
import { findReaderWords, type ReaderWords } from "./reader-words.ts";

/** The parts of the request that rendering needs. */
export type ReaderRequest = Pick<
  PublicRequest,
  "db" | "now" | "base" | "secretBox" | "outside" | "newId"
>;

export interface SiteView extends ResolvedContent {
  /** URLs of the scripts in its pages. */
  readonly scripts?: readonly string[];
  readonly reading: ReaderRequest;
  /** The change request whose merged content replaces the content of its space. */
  readonly change: ChangePreview | undefined;
  readonly look: Customization;
  /** The custom fonts of the look. */
  readonly fonts: SiteFonts;
  /** The language of the space, or else of the site. */
  readonly language: string;
  readonly words: ReaderWords;
  readonly pages: SitePages;
  /** Builds the URL of a path on the site; the path is empty or begins with a slash. */
  readonly buildHref: (path: string) => string;
  /** Builds the URL of a path in a space of the site; an empty path is the home page. */
  readonly hrefIn: (siteSpace: SiteSpaceRow, path: string) => string;
  /** The site space of a space, if the visitor sees it. */
  readonly showing: (spaceId: string) => SiteSpaceRow | undefined;
}

/** Rendering work is accounted to the site. */
export function getRequestContext({
  reading: { db },
  site,
}: Pick<SiteView, "reading" | "site">): RequestContextKey {
  return { db, caller: site.id };
}

export async function openView(
  reading: ReaderRequest,
  content: ResolvedContent,
  change?: ChangePreview,
): Promise<SiteView> {
  const { structure, siteSpace, siteBasePath } = content;
  const {
    site: siteLook,
    siteSpaces,
    fonts,
  } = await loadPublishedCustomizations(reading.db, structure, {
    claims: content.claims,
    base: reading.base,
  });
  const pages = toDisplayPages(getSitePages(reading, structure), change);
  const prefix = siteBasePath.replace(/\/$/, "");
  const buildHref = (path: string) => `${prefix}${escapePath(path)}` || "/";
  const siteSpaceBySpace = new Map(
    [...structure.siteSpaces.values()].map((row) => [row.space_id, row]),
  );
  siteSpaceBySpace.set(siteSpace.space_id, siteSpace);
  const look = siteSpaces[siteSpace.id] ?? siteLook;
  const language = siteSpace.space_language ?? look.internationalization.locale;
  return {
    ...content,
    reading,
    change,
    look,
    fonts,
    language,
    words: findReaderWords(language),
    pages,
    buildHref,
    hrefIn: (to, path) => buildHref(pages.resolvePath(to, path)),
    showing: (spaceId) => siteSpaceBySpace.get(spaceId),
  };
}

/** The pages with the titles that visitors see, after a change. */
function toDisplayPages(pages: SitePages, change: ChangePreview | undefined): SitePages {
  const read = async (id: string) => (id === change?.spaceId ? change.tree : pages.tree(id));
  return { ...pages, tree: async (id) => toDisplayTree(await read(id)) };
}

function escapePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
