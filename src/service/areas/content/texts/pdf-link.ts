/** Signed URL for a PDF of the pages of a space or change request. */
import { ApiError } from "../../../../errors.ts";
import { signUrl } from "../../../core/downloads.ts";
import type { Call } from "../../../core/handlers.ts";
import { readTree } from "../revisions.ts";
import { getTreeIndex } from "../tree/tree-index.ts";

/** The space or change request of the pages. */
export type PdfOwner = { readonly changeRequest: string } | { readonly space: string };

/** The pages and the revision of a PDF, as stored in its URL. */
export type PdfSubject = PdfOwner & {
  readonly revision: string;
  /** All pages if absent. */
  readonly page?: string | undefined;
  /** Without subpages. */
  readonly only?: boolean | undefined;
};

/** The content to print. */
export interface Printable {
  readonly owner: PdfOwner;
  readonly revision: string;
  /** The subject of a sentence: "Change request 3". */
  readonly called: string;
  /** The name of the file: `change-request-3.pdf`. */
  readonly file: string;
}

const lifetime = 60 * 60;

/**
 * The URL refers to the current content; later edits do not change the PDF.
 * @throws ApiError 404 if the page does not exist, 400 for `only` without a page
 */
export async function createPdfLink(
  call: Call,
  { owner, revision, called, file }: Printable,
  { page, only }: { readonly page?: string; readonly only?: boolean },
): Promise<{ url: string }> {
  if (only === true && page === undefined) {
    throw new ApiError(400, "only requires page. Specify the page to print.", { field: "only" });
  }
  if (page !== undefined && !getTreeIndex(await readTree(call.db, revision)).pages.has(page)) {
    throw new ApiError(404, `${called} has no page ${page}.`, { field: "page" });
  }
  const subject: PdfSubject = { ...owner, revision, page, only };
  return {
    url: await signUrl(call, { kind: "pdf", subject, name: file, seconds: lifetime }),
  };
}
