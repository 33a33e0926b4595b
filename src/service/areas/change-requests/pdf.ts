/** A signed address that opens the pages of a change request as a PDF. */
import { Problem } from "../../../errors.ts";
import type { ChangeRequestAccess } from "../../core/change-request-rows.ts";
import { signedAddress } from "../../core/downloads.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { indexOf } from "../content/tree-index.ts";

/** The pages and the revision of a PDF, as its address carries them. */
export interface PdfSubject {
  readonly changeRequest: string;
  readonly revision: string;
  /** All pages if absent. */
  readonly page?: string | undefined;
  /** Without the pages below it. */
  readonly only?: boolean | undefined;
}

const lifetime = 60 * 60;

/**
 * The address stays with the current content; later edits do not change the PDF.
 * @throws Problem 404 if the page does not exist, 400 for `only` without a page
 */
export async function createPdfLink(
  call: Call,
  { row }: ChangeRequestAccess,
  { page, only }: { readonly page?: string; readonly only?: boolean },
): Promise<{ url: string }> {
  if (only === true && page === undefined) {
    throw new Problem(400, "only needs page: name the page that is wanted.", { field: "only" });
  }
  if (page !== undefined && !indexOf(await readTree(call.db, row.revision_id)).pages.has(page)) {
    throw new Problem(404, `Change request ${row.number} has no page ${page}; check the id.`, {
      field: "page",
    });
  }
  const subject: PdfSubject = { changeRequest: row.id, revision: row.revision_id, page, only };
  return {
    url: await signedAddress(call, {
      kind: "pdf",
      subject,
      name: `change-request-${row.number}.pdf`,
      seconds: lifetime,
    }),
  };
}
