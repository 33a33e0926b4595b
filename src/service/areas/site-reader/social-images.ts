/** Images that other websites show with a link to a page, at the URLs of the hosted platform. */
import { LRUCache } from "lru-cache";
import { toSafeUrl } from "../../../document/html/addresses.ts";
import { asReference } from "../../../document/references.ts";
import { computeHash } from "../../../json/canonical.ts";
import { isDrawable } from "../../engines/social-image/drawable-text.ts";
import { drawSocialImage } from "../../engines/social-image.ts";
import type { TreePage } from "../content/tree/tree-index.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import type { PublishedFile } from "./responses.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";
import { createTargets } from "./targets.ts";

/** The folder of the hosted platform's own URLs in a space. */
export const ownFolder = "~gitbook";
/** Below `ownFolder`; the id of the page follows. */
export const imagesFolder = "ogimage";

/** In bytes. */
const maxCacheSize = 8 * 1024 * 1024;
/** By the hash of the texts and colors. */
const images = new LRUCache<string, PublishedFile>({
  maxSize: maxCacheSize,
  sizeCalculation: ({ bytes }) => bytes.byteLength + 200,
});

/**
 * The absolute URL of the image of a page: the social preview of the site, or else an image of the
 * title; for a title that cannot be drawn, the cover of the page.
 */
export async function findSocialImage(
  view: SiteView,
  treePage: TreePage,
): Promise<string | undefined> {
  const { pages, reading, site, siteSpace, opening } = view;
  const preview = findPreview(view);
  if (preview !== undefined) return preview;
  const getUrl = createSiteUrls(reading.base, site, opening);
  if (!isDrawable(treePage.page.title)) {
    const cover = await findImageUrl(view, treePage, treePage.page.cover?.ref);
    return cover === undefined ? undefined : new URL(cover, getUrl("")).href;
  }
  const path = `${ownFolder}/${imagesFolder}/${treePage.page.id}`;
  return getUrl(pages.resolvePath(siteSpace, path));
}

/** The image that the site has for all pages. */
function findPreview({ look, reading, site, opening }: SiteView): string | undefined {
  const { url } = look.socialPreview;
  const address = url === undefined ? undefined : toSafeUrl(url);
  if (address === undefined) return undefined;
  const home = createSiteUrls(reading.base, site, opening)("");
  return URL.canParse(address, home) ? new URL(address, home).href : undefined;
}

/** @returns undefined if the page has no image at `ownFolder` */
export async function openSocialImage(
  view: SiteView,
  treePage: TreePage,
): Promise<PublishedFile | { readonly url: string } | undefined> {
  const preview = findPreview(view);
  if (preview !== undefined) return { url: preview };
  const { page } = treePage;
  if (page.type !== "document" || !isDrawable(page.title)) return undefined;
  const { look, site } = view;
  const isDark = look.themes.default === "dark";
  const image = {
    site: look.title ?? site.title,
    title: page.title,
    description: page.description ?? "",
    isDark,
    primaryColor: isDark ? look.styling.primaryColor.dark : look.styling.primaryColor.light,
  };
  const hash = computeHash(JSON.stringify(image));
  const cached = images.get(hash);
  if (cached) return cached;
  const bytes = await drawSocialImage(image, getRequestContext(view));
  if (bytes === undefined) return undefined;
  const file = { name: `${page.id}.png`, contentType: "image/png", bytes, hash };
  images.set(hash, file);
  return file;
}

/** @param value a reference, such as the cover of a page */
export async function findImageUrl(
  view: SiteView,
  { page }: TreePage,
  value: unknown,
): Promise<string | undefined> {
  const [ref] = asReference(value);
  const from = { spaceId: view.siteSpace.space_id, id: page.id };
  const target = ref && (await createTargets(view).find(ref, from));
  return target && toSafeUrl(target.address);
}
