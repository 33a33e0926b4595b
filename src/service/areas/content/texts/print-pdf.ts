/** Prints the pages of a space or change request when their URL is opened. */
import { setImmediate as turn } from "node:timers/promises";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { withoutFragment } from "../../../../document/reference-address.ts";
import type { LocatedReference } from "../../../../document/references.ts";
import { type Opener, opensNothing } from "../../../core/downloads.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Book, BookPage, BookText } from "../../../engines/pdf/book.ts";
import { printBook, refuseLongBook } from "../../../engines/pdf.ts";
import { getFile } from "../files/blobs.ts";
import { getLinkBase } from "../links/relative-links.ts";
import { readTree } from "../revisions.ts";
import type { ContentPage, ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { computeDocumentSizes, readInBatches } from "./document-batches.ts";
import { listUrlsInHtml } from "./page-text.ts";
import type { PdfOwner, PdfSubject } from "./pdf-link.ts";

/** The total size of the images, in bytes; further images are replaced by their descriptions. */
const largestImages = 32 * 1024 * 1024;

export const openPdf: Opener = async (subject, call) => {
  const book = await readBook(call, subject as PdfSubject);
  const bytes = await printBook(book, call);
  // The caller may have lost access while the request waited for a thread.
  await requireSubject(call, subject as PdfSubject);
  return { contentType: "application/pdf", body: yieldOnce(bytes) };
};

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws ApiError 404 if the caller can no longer see the space, or it is deleted */
async function requireSubject(call: Parameters<Opener>[1], subject: PdfSubject): Promise<Front> {
  const front = await loadFrontPage(call.db, subject);
  const space = front && (await findSpace(call, front.spaceId));
  if (!front || !space?.role) throw opensNothing();
  return front;
}

/** @throws ApiError 404 as `requireSubject` does; 413 for pages that are too long */
async function readBook(call: Parameters<Opener>[1], subject: PdfSubject): Promise<Book> {
  const { db, now } = call;
  const front = await requireSubject(call, subject);
  const { spaceId, ...titles } = front;
  const tree = await readTree(db, subject.revision);
  const treePages = selectPages(tree, subject);
  const { files: allFiles, reusableContents } = getTreeIndex(tree);
  const reusableHashes = [...reusableContents.values()].flatMap(({ document }) => document ?? []);
  const { bodies, references } = await readTexts(db, spaceId, treePages, reusableHashes);
  const least = treePages
    .map(computeDepth)
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const files = new Set<string>();
  const findFiles = (refs: readonly ContentReference[]) => {
    for (const written of refs) {
      const ref = withoutFragment(written);
      if (ref.kind === "file") files.add(ref.file);
    }
  };
  const readText = ({ id, document = "" }: Pick<ContentPage, "id" | "document">): BookText => {
    const found = references.get(document) ?? [];
    const addresses = listUrlsInHtml(found, getLinkBase(tree, id));
    findFiles([...found.map(({ ref }) => ref), ...addresses.map(([to]) => to)]);
    return { body: bodies.get(document), addresses };
  };
  const pages = treePages.map((treePage): BookPage => {
    const { id, title, description } = treePage.page;
    const depth = computeDepth(treePage) - least;
    return { id, title, description, depth, ...readText(treePage.page) };
  });
  const included = [...reusableContents.values()]
    .filter(({ document }) => bodies.has(document ?? ""))
    .map((content) => [content.id, readText(content)] as const);
  return {
    ...titles,
    printedAt: now.toISOString(),
    pages,
    images: await readImages(db, spaceId, tree, [...files]),
    files: Object.fromEntries(
      [...files].flatMap((id) => {
        const name = allFiles.get(id)?.name;
        return name === undefined ? [] : [[id, name]];
      }),
    ),
    included: Object.fromEntries(included),
  };
}

interface Front {
  readonly spaceId: string;
  readonly title: string;
  readonly subtitle: string;
}

/** @returns undefined if the space or change request no longer exists */
async function loadFrontPage(db: Queries, owner: PdfOwner): Promise<Front | undefined> {
  if ("space" in owner) {
    const row = await db
      .selectFrom("spaces")
      .innerJoin("organizations", "organizations.id", "spaces.organization_id")
      .select(["spaces.title", "organizations.title as organization"])
      .where("spaces.id", "=", owner.space)
      .where("spaces.deleted_at", "is", null)
      .executeTakeFirst();
    return row && { spaceId: owner.space, title: row.title, subtitle: row.organization };
  }
  const row = await db
    .selectFrom("change_requests")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .select(["change_requests.space_id", "change_requests.number", "change_requests.subject"])
    .select("spaces.title")
    .where("change_requests.id", "=", owner.changeRequest)
    .where("spaces.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const subject = row.subject.trim() === "" ? "" : `: ${row.subject}`;
  const subtitle = `Change request ${row.number}${subject}`;
  return { spaceId: row.space_id, title: row.title, subtitle };
}

/** In reading order, without link pages, which have no text. */
function selectPages(tree: ContentTree, { page, only }: PdfSubject): TreePage[] {
  const all = [...getTreeIndex(tree).pages.values()].filter(({ page }) => page.type !== "link");
  if (page === undefined) return all;
  return all.filter(
    (treePage) => treePage.page.id === page || (only !== true && isBelow(treePage, page)),
  );
}

function isBelow(treePage: TreePage, id: string): boolean {
  for (let { parent } = treePage; parent; { parent } = parent)
    if (parent.page.id === id) return true;
  return false;
}

function computeDepth(treePage: TreePage): number {
  let depth = 0;
  for (let { parent } = treePage; parent; { parent } = parent) depth++;
  return depth;
}

interface PrintedTexts {
  /** Documents as JSON, by hash. */
  readonly bodies: ReadonlyMap<string, string>;
  /** By the hash of the document. */
  readonly references: ReadonlyMap<string, readonly LocatedReference[]>;
}

/**
 * @param reusable hashes of the reusable contents; those that no text includes are omitted
 * @throws ApiError 413 for pages that are too long, before they are read
 */
async function readTexts(
  db: Queries,
  spaceId: string,
  treePages: readonly TreePage[],
  reusable: readonly string[],
): Promise<PrintedTexts> {
  const bodies = new Map<string, string>();
  const references = new Map<string, readonly LocatedReference[]>();
  const hashes = treePages.flatMap(({ page }) => page.document ?? []);
  let size = 0;
  const read = async (some: readonly string[]) => {
    const sizes = await computeDocumentSizes(db, spaceId, some);
    size += some.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
    refuseLongBook(size);
    for await (const rows of readInBatches(db, spaceId, sizes)) {
      for (const { hash, body, refs } of rows) {
        bodies.set(hash, body);
        references.set(hash, JSON.parse(refs));
      }
    }
  };
  await read(hashes);
  const isIncluding = [...references.values()].some((refs) =>
    refs.some(({ ref }) => ref.kind === "reusable-content"),
  );
  if (isIncluding) await read(reusable);
  return { bodies, references };
}

async function readImages(
  db: Queries,
  spaceId: string,
  tree: ContentTree,
  ids: readonly string[],
): Promise<Record<string, Uint8Array>> {
  const { files } = getTreeIndex(tree);
  const images: Record<string, Uint8Array> = {};
  let size = 0;
  for (const id of new Set(ids)) {
    const file = files.get(id);
    if (!file || !/^image\/(png|jpeg)$/.test(file.contentType)) continue;
    size += file.size;
    if (size > largestImages) break;
    const bytes = await getFile(db, spaceId, file.hash);
    if (bytes) images[file.id] = bytes;
    await turn();
  }
  return images;
}
