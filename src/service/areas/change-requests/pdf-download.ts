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
import { indexOf, type PlacedPage } from "../content/tree-index.ts";
import type { PdfSubject } from "./pdf.ts";

/** Of all images together; those beyond are told by what they show. */
const largestImages = 32 * 1024 * 1024;

export const openPdf: Opener = async (subject, call) => {
  const book = await bookOf(call, subject as PdfSubject);
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

/** @throws Problem 404 if the caller may not see the space any more, or it is deleted */
async function bookOf(call: Parameters<Opener>[1], subject: PdfSubject): Promise<Book> {
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
  const placed = wanted(tree, subject);
  const hashes = placed.flatMap(({ page }) => (page.document === undefined ? [] : [page.document]));
  const documents = await getDocuments(db, row.space_id, hashes);
  const least = placed
    .map(depthOf)
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const pages = placed.map((one): BookPage => {
    const { id, title, description, document } = one.page;
    return {
      id,
      title,
      description,
      depth: depthOf(one) - least,
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

/** In the order of reading; a link leads elsewhere and has no text. */
function wanted(tree: Tree, { page, only }: PdfSubject): PlacedPage[] {
  const all = [...indexOf(tree).pages.values()].filter((placed) => placed.page.type !== "link");
  if (page === undefined) return all;
  return all.filter(
    (placed) => placed.page.id === page || (only !== true && isBelow(placed, page)),
  );
}

function isBelow(placed: PlacedPage, id: string): boolean {
  for (let { parent } = placed; parent; { parent } = parent) if (parent.page.id === id) return true;
  return false;
}

function depthOf(placed: PlacedPage): number {
  let depth = 0;
  for (let { parent } = placed; parent; { parent } = parent) depth++;
  return depth;
}

async function imagesOf(
  db: Queries,
  spaceId: string,
  tree: Tree,
  pages: readonly BookPage[],
): Promise<Record<string, Uint8Array>> {
  const { files } = indexOf(tree);
  const shown = new Map<string, File>();
  for (const { document } of pages) {
    for (const { ref } of document ? referencesIn(document) : []) {
      const file = ref.kind === "file" ? files.get(ref.file) : undefined;
      if (file && /^image\/(png|jpeg)$/.test(file.contentType)) shown.set(file.id, file);
    }
  }
  const images: Record<string, Uint8Array> = {};
  let size = 0;
  for (const file of shown.values()) {
    size += file.size;
    if (size > largestImages) break;
    const bytes = await getFile(db, spaceId, file.hash);
    if (bytes) images[file.id] = bytes;
  }
  return images;
}
