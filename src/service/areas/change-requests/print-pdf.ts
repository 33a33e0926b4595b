/** Prints the pages of a change request when their address is opened. */

import { referencesIn } from "../../../document/references.ts";
import { Problem } from "../../../errors.ts";
import { type Opener, opensNothing } from "../../core/downloads.ts";
import { findSpace } from "../../core/space-rows.ts";
import type { Queries } from "../../database/tables.ts";
import type { Book, BookPage } from "../../engines/pdf/book.ts";
import { printBook, TooLongToPrint } from "../../engines/pdf.ts";
import { getFile } from "../content/blobs.ts";
import { getDocuments } from "../content/documents.ts";
import { readTree } from "../content/revisions.ts";
import type { File, Tree } from "../content/tree.ts";
import { indexOf, type TreePage } from "../content/tree-index.ts";
import type { PdfSubject } from "./pdf.ts";

/** In bytes, of all images together; the rest are replaced by their descriptions. */
const largestImages = 32 * 1024 * 1024;

export const openPdf: Opener = async (subject, call) => {
  const book = await readBook(call, subject as PdfSubject);
  try {
    const bytes = await printBook(book);
    return { contentType: "application/pdf", body: once(bytes) };
  } catch (error) {
    if (!(error instanceof TooLongToPrint)) throw error;
    throw new Problem(400, "These pages are too long for one PDF; ask for a single page of them.");
  }
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws Problem 404 if the caller can no longer see the space, or it is deleted */
async function readBook(call: Parameters<Opener>[1], subject: PdfSubject): Promise<Book> {
  const { db, now } = call;
  const row = await db
    .selectFrom("change_requests")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .select(["change_requests.space_id", "change_requests.number", "change_requests.subject"])
    .select("spaces.title")
    .where("change_requests.id", "=", subject.changeRequest)
    .where("spaces.deleted_at", "is", null)
    .executeTakeFirst();
  const space = row && (await findSpace(call, row.space_id));
  if (!row || !space?.role) throw opensNothing();
  const tree = await readTree(db, subject.revision);
  const treePages = selectPages(tree, subject);
  const hashes = treePages.flatMap(({ page }) =>
    page.document === undefined ? [] : [page.document],
  );
  const documents = await getDocuments(db, row.space_id, hashes);
  const least = treePages
    .map(depthOf)
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const pages = treePages.map((treePage): BookPage => {
    const { id, title, description, document } = treePage.page;
    return {
      id,
      title,
      description,
      depth: depthOf(treePage) - least,
      document: document === undefined ? undefined : documents.get(document),
    };
  });
  return {
    title: row.title,
    subtitle: `Change request ${row.number}${row.subject.trim() === "" ? "" : `: ${row.subject}`}`,
    printedAt: now.toISOString(),
    pages,
    images: await imagesOf(db, row.space_id, tree, pages),
  };
}

/** In reading order, without links, which have no text. */
function selectPages(tree: Tree, { page, only }: PdfSubject): TreePage[] {
  const all = [...indexOf(tree).pages.values()].filter(({ page }) => page.type !== "link");
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

function depthOf(treePage: TreePage): number {
  let depth = 0;
  for (let { parent } = treePage; parent; { parent } = parent) depth++;
  return depth;
}

async function imagesOf(
  db: Queries,
  spaceId: string,
  tree: Tree,
  pages: readonly BookPage[],
): Promise<Record<string, Uint8Array>> {
  const { files } = indexOf(tree);
  const used = new Map<string, File>();
  for (const { document } of pages) {
    for (const { ref } of document ? referencesIn(document) : []) {
      const file = ref.kind === "file" ? files.get(ref.file) : undefined;
      if (file && /^image\/(png|jpeg)$/.test(file.contentType)) used.set(file.id, file);
    }
  }
  const images: Record<string, Uint8Array> = {};
  let size = 0;
  for (const file of used.values()) {
    size += file.size;
    if (size > largestImages) break;
    const bytes = await getFile(db, spaceId, file.hash);
    if (bytes) images[file.id] = bytes;
  }
  return images;
}
