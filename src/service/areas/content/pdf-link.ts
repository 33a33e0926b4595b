/** A signed address that opens the pages of a space, or of a change request, as a PDF. */
import { Problem } from "../../../errors.ts";
import { signedAddress } from "../../core/downloads.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "./revisions.ts";
import { getTreeIndex } from "./tree-index.ts";

/** Whose pages they are. */
export type PdfOwner = { readonly changeRequest: string } | { readonly space: string };

/** The pages and the revision of a PDF, as its address carries them. */
export type PdfSubject = PdfOwner & {
  readonly revision: string;
  /** All pages if absent. */
  readonly page?: string | undefined;
  /** Without the pages below it. */
  readonly only?: boolean | undefined;
};

/** What can be printed. */
export interface Printable {
  readonly owner: PdfOwner;
  readonly revision: string;
  /** As sentences begin: "Change request 3". */
  readonly called: string;
  /** The name of the file: `change-request-3.pdf`. */
  readonly file: string;
}

const lifetime = 60 * 60;

/**
 * The address stays with the current content; later edits do not change the PDF.
 * @throws Problem 404 if the page does not exist, 400 for `only` without a page
 */
export async function createPdfLink(
  call: Call,
  { owner, revision, called, file }: Printable,
  { page, only }: { readonly page?: string; readonly only?: boolean },
): Promise<{ url: string }> {
  if (only === true && page === undefined) {
    throw new Problem(400, "only needs page: name the page that is wanted.", { field: "only" });
  }
  if (page !== undefined && !getTreeIndex(await readTree(call.db, revision)).pages.has(page)) {
    throw new Problem(404, `${called} has no page ${page}; check the id.`, { field: "page" });
  }
  const subject: PdfSubject = { ...owner, revision, page, only };
  return {
    url: await signedAddress(call, { kind: "pdf", subject, name: file, seconds: lifetime }),
  };
}
