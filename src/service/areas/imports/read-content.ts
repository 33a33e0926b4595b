/** Reads the pages to import, and stores their documents and images for a revision. */
import { basename } from "node:path/posix";
import type { ImportSource } from "../../../contract/content-import.model.ts";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { decodePart } from "../../../document/reference-address.ts";
import { toSlug } from "../../../document/slugs.ts";
import { resolveAddresses } from "../../../document/stored-document.ts";
import { addTo } from "../../../json/groups.ts";
import { inTransaction } from "../../database/transaction.ts";
import { storeText } from "../../engines/documents.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { putFile, uploadFiles } from "../content/files/blobs.ts";
import { putStored } from "../content/texts/documents.ts";
import type { ContentPage, TreeFile } from "../content/tree/tree.ts";
import type { ImportedPage, ImportTable } from "./tables.ts";
import { loadPages, normalizeUrl, type WebsitePage } from "./website.ts";

interface ReadingCall extends LongJobCall {
  /** The user who started the import. */
  readonly caller: string;
  /**
   * Reports the progress.
   * @returns whether to continue
   */
  readonly tell: (pages: readonly ImportedPage[]) => Promise<boolean>;
}

interface ImportedWebPage {
  readonly id: string;
  readonly found: WebsitePage;
}

/**
 * The limits of an image in bytes and of the number of images, and the timeout of an image in
 * milliseconds.
 */
const images = { largest: 10 * 1024 * 1024, most: 500, patience: 20_000 };

/**
 * @returns undefined if the import was canceled
 * @throws FetchFailure and ApiError as `loadPages` does
 */
export async function readContent(
  { space_id: space }: ImportTable,
  source: ImportSource,
  call: ReadingCall,
) {
  if (source.type === "file") throw new Error("Files cannot be imported.");
  const redirects = new Map<string, string>();
  const all: ImportedWebPage[] = [];
  for await (const websitePage of loadPages(source.url, { ...call, redirects })) {
    all.push({ id: call.newId(), found: websitePage });
    if (!(await call.tell(all.map((one) => toImportedPage(one, "pending"))))) return undefined;
  }
  const byAddress = new Map(all.map((one) => [one.found.url, one]));
  const files = new Map<string, TreeFile | undefined>();
  const pages: { path: readonly string[]; page: ContentPage }[] = [];
  for (const { id, found } of all) {
    for (const address of listImages(found)) {
      if (files.has(address)) continue;
      // A cancellation is detected before the next image, because there may be many.
      if (!(await call.tell(all.map((one) => toImportedPage(one, "pending"))))) return undefined;
      files.set(address, await fetchImage(address, space, files.size, call));
    }
    const resolvedAddresses = resolveAddresses(found.text.addresses, ({ url, isImage }) => {
      if (url.startsWith("#") && !isImage)
        return { kind: "anchor", anchor: decodePart(url.slice(1)) };
      const address = URL.canParse(url, found.base) ? new URL(url, found.base) : undefined;
      if (address === undefined) return undefined;
      if (!isImage) return resolveReferenceTo(address, byAddress, redirects);
      const file = files.get(address.href);
      return file ? { kind: "file", file: file.id } : { kind: "url", url: address.href };
    });
    const { document, heading } = found.text;
    const isTitled = heading !== undefined && heading === found.title;
    const stored = await storeText({ document, isTitled, resolved: resolvedAddresses }, call, true);
    // Another import into the same space may store the same document at the same time.
    await inTransaction(call.db, (transaction) => putStored(transaction, space, [stored]));
    const { description } = found;
    const page = {
      ...createPage(id, decodePart(found.path.at(-1) ?? ""), found.title),
      ...(description !== undefined && { description }),
      document: stored.hash,
      pages: [],
    };
    pages.push({ path: found.path, page });
  }
  const nested = nestPages(pages, call.newId);
  return {
    pages: nested.pages,
    files: [...files.values()].flatMap((file) => file ?? []),
    told: [
      ...all.map((one) => toImportedPage(one, "complete")),
      ...nested.folders.map((id) => ({ id, type: "folder", status: "complete" }) as const),
    ],
  };
}

function toImportedPage(
  { id, found }: ImportedWebPage,
  status: ImportedPage["status"],
): ImportedPage {
  return { id, sourceURL: found.url, type: "page", status };
}

/** A reference to a page of the import, or to the original target of the link. */
function resolveReferenceTo(
  address: URL,
  pages: ReadonlyMap<string, ImportedWebPage>,
  redirects: ReadonlyMap<string, string>,
): ContentReference {
  const externalReference: ContentReference = { kind: "url", url: address.href };
  if (!/^https?:$/.test(address.protocol)) return externalReference;
  const plain = normalizeUrl(address.href);
  const page = pages.get(plain) ?? pages.get(redirects.get(plain) ?? "");
  if (!page) return externalReference;
  const anchor = decodePart(address.hash.slice(1));
  return page.found.anchors.has(anchor)
    ? { kind: "anchor", anchor, page: page.id }
    : { kind: "page", page: page.id };
}

function listImages({ text, base }: WebsitePage): string[] {
  return text.addresses.flatMap(({ url, isImage }) => {
    const address = isImage && URL.canParse(url, base) ? new URL(url, base) : undefined;
    return address && /^https?:$/.test(address.protocol) ? address.href : [];
  });
}

/**
 * @returns undefined for a file that is not an image or cannot be fetched; the page then shows the
 * original URL
 */
async function fetchImage(
  url: string,
  space: string,
  count: number,
  call: ReadingCall,
): Promise<TreeFile | undefined> {
  const { outside, signal, newId } = call;
  if (count >= images.most) return undefined;
  const { largest, patience } = images;
  const fetched = await outside
    .fetch({ url, largest, patience, signal })
    .catch((error: unknown) => {
      if (signal.aborted || !(error instanceof FetchFailure)) throw error;
      return undefined;
    });
  const [type = ""] = (fetched?.headers["content-type"] ?? "").split(";");
  const contentType = type.trim().toLowerCase();
  if (fetched?.status !== 200 || !contentType.startsWith("image/")) return undefined;
  const name = decodePart(basename(new URL(url).pathname)) || "image";
  await uploadFiles(call, [fetched.body]);
  return { id: newId(), name, contentType, ...(await putFile(call.db, space, fetched.body)) };
}

/** An item to nest, in the order of the pages. */
interface UnnestedPage {
  readonly path: readonly string[];
  readonly page: ContentPage;
}

const longestTitle = 255;

/**
 * A folder without a page becomes an empty page if it contains several pages.
 * @returns the nested pages, and the ids of the empty ones
 */
function nestPages(items: readonly UnnestedPage[], newId: () => string) {
  const folders: string[] = [];
  const children = new Map<string, string[]>();
  const pagesByName = new Map<string, ContentPage>();
  for (const { path, page } of items)
    pagesByName.set(findFreeName(path.join("/"), pagesByName), page);
  const order = [...pagesByName.keys()];
  for (const name of countFolders(order)) {
    if (pagesByName.has(name)) continue;
    const segment = decodePart(name.slice(name.lastIndexOf("/") + 1));
    const page: ContentPage = { ...createPage(newId(), segment, toTitle(segment)), pages: [] };
    pagesByName.set(name, page);
    folders.push(page.id);
    // In the position of the first of its pages.
    const index = order.findIndex((one) => one.startsWith(`${name}/`));
    order.splice(index, 0, name);
  }
  for (const name of order) {
    const above = listAncestorNames(name).find((one) => pagesByName.has(one)) ?? "";
    addTo(children, above, name);
  }
  const build = (name: string): readonly ContentPage[] =>
    (children.get(name) ?? []).flatMap((child) => {
      const page = pagesByName.get(child);
      // The imported page is placed beside its subpages, as the first one.
      if (page && child === "") return [page];
      return page ? [{ ...page, pages: build(child) }] : [];
    });
  return { pages: build(""), folders };
}

/** @param segment the last segment of its URL */
function createPage(id: string, segment: string, title: string): Omit<ContentPage, "pages"> {
  const slug = toSlug(segment);
  return {
    id,
    type: "document",
    title: title.slice(0, longestTitle).trim() || toTitle(segment) || "Untitled",
    ...(slug !== "" && { slug }),
  };
}

/** Converts `getting-started` to `Getting started`. */
function toTitle(segment: string): string {
  const words = segment.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folders with at least two pages at any depth. */
function countFolders(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const above of listAncestorNames(name)) counts.set(above, (counts.get(above) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, count]) => (count > 1 && name !== "" ? name : []));
}

/** The parent folders, from the nearest to the outermost, without the root. */
function listAncestorNames(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join("/"));
}

/** Two URLs may have the same name: `/start` and `/start.html`. */
function findFreeName(name: string, usedNames: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 1; usedNames.has(free); number++) free = `${name} ${number}`;
  return free;
}
