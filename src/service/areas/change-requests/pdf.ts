/** The address at which the pages of a change request can be read as a PDF. */
import { Problem } from "../../../errors.ts";
import type { Found } from "../../core/change-request-rows.ts";
import { signedAddress } from "../../core/downloads.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { indexOf } from "../content/tree-index.ts";

/** Which pages of which revision; what the address says of the PDF. */
export interface PdfSubject {
  readonly changeRequest: string;
  readonly revision: string;
  /** All pages where absent. */
  readonly page?: string | undefined;
  /** Without the pages below it. */
  readonly only?: boolean | undefined;
}

const lifetime = 60 * 60;

/**
 * The address is of the content as it is now, whatever is edited later.
 * @throws Problem 404 for a page that is not there, 400 for `only` without a page
 */
export async function pdfOf(
  call: Call,
  { row }: Found,
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
