/** Reads what is imported, and stores its texts and images, so that a revision can refer to them. */
import { basename } from "node:path/posix";
import type { ImportSource } from "../../../contract/content-import.model.ts";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { decoded } from "../../../document/reference-address.ts";
import { resolveAddresses } from "../../../document/stored.ts";
import { inTransaction } from "../../database/transaction.ts";
import { storeText } from "../../engines/documents.ts";
import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { putFile } from "../content/blobs.ts";
import { putStored } from "../content/documents.ts";
import type { File, Page } from "../content/tree.ts";
import { nestPages, newPage } from "./nesting.ts";
import type { ImportedPage, ImportTable } from "./tables.ts";
import { loadPages, plainAddress, type WebsitePage } from "./website.ts";

interface ReadingCall extends LongJobCall {
  /** Who started the import. */
  readonly caller: string;
  /** @returns whether to go on */
  readonly tell: (pages: readonly ImportedPage[]) => Promise<boolean>;
}

interface Named {
  readonly id: string;
  readonly found: WebsitePage;
}

/** In bytes, of one image; and how many are taken along. */
const images = { largest: 10 * 1024 * 1024, most: 500, patience: 20_000 };

/**
 * @returns undefined if it was stopped
 * @throws FetchFailure and Problem as `pagesOf` does
 */
export async function readContent(
  { space_id: space }: ImportTable,
  source: ImportSource,
  call: ReadingCall,
) {
  if (source.type === "file") throw new Error("Files are not imported.");
  const redirects = new Map<string, string>();
  const all: Named[] = [];
  for await (const found of loadPages(source.url, { ...call, redirects })) {
    all.push({ id: call.newId(), found });
    if (!(await call.tell(all.map((one) => toImportedPage(one, "pending"))))) return undefined;
  }
  const byAddress = new Map(all.map((one) => [one.found.url, one]));
  const files = new Map<string, File | undefined>();
  const pages: { path: readonly string[]; page: Page }[] = [];
  for (const { id, found } of all) {
    for (const address of listImages(found)) {
      if (files.has(address)) continue;
      // What was stopped is noticed before the next image, of which there may be many.
      if (!(await call.tell(all.map((one) => toImportedPage(one, "pending"))))) return undefined;
      files.set(address, await fetchImage(address, space, files.size, call));
    }
    const resolved = resolveAddresses(found.text.addresses, ({ url, isImage }) => {
      if (url.startsWith("#") && !isImage) return { kind: "anchor", anchor: decoded(url.slice(1)) };
      const address = URL.canParse(url, found.base) ? new URL(url, found.base) : undefined;
      if (address === undefined) return undefined;
      if (!isImage) return referenceTo(address, byAddress, redirects);
      const file = files.get(address.href);
      return file ? { kind: "file", file: file.id } : { kind: "url", url: address.href };
    });
    const { document, heading } = found.text;
    const isTitled = heading !== undefined && heading === found.title;
    const stored = await storeText({ document, isTitled, resolved }, call, true);
    // Another import into the same space may store the same text at this moment.
    await inTransaction(call.db, (transaction) => putStored(transaction, space, [stored]));
    const { description } = found;
    const page = {
      ...newPage(id, found.path.at(-1) ?? "", found.title),
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

function toImportedPage({ id, found }: Named, status: ImportedPage["status"]): ImportedPage {
  return { id, sourceURL: found.url, type: "page", status };
}

/** To a page of the import, or to where the link led on the website. */
function referenceTo(
  address: URL,
  pages: ReadonlyMap<string, Named>,
  redirects: ReadonlyMap<string, string>,
): ContentReference {
  const elsewhere: ContentReference = { kind: "url", url: address.href };
  if (!/^https?:$/.test(address.protocol)) return elsewhere;
  const plain = plainAddress(address.href);
  const page = pages.get(plain) ?? pages.get(redirects.get(plain) ?? "");
  if (!page) return elsewhere;
  const anchor = decoded(address.hash.slice(1));
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

/** @returns undefined for what is no image, or cannot be fetched: it is then shown from where it is */
async function fetchImage(
  url: string,
  space: string,
  count: number,
  { outside, signal, db, newId }: ReadingCall,
): Promise<File | undefined> {
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
  const name = decoded(basename(new URL(url).pathname)) || "image";
  return { id: newId(), name, contentType, ...(await putFile(db, space, fetched.body)) };
}
