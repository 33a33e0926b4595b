/** Signed URLs of files, and their downloads. */

import { findReaderVisitor } from "../../../core/access/visitor.ts";
import { createUrlSigner, type Opener, opensNothing } from "../../../core/downloads.ts";
import type { Call } from "../../../core/handlers.ts";
import { discardBody } from "../../../core/response-body.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import { isOpenTo } from "../../sites/visitors/visitor-pass.ts";
import type { TreeFile } from "../tree/tree.ts";
import { openFileContents } from "./blobs.ts";

interface FileSubject {
  readonly space: string;
  readonly hash: string;
  readonly contentType: string;
}

/** One day, so that URLs from a list remain valid during a user's work. */
const seconds = 24 * 60 * 60;

/** @returns a function that builds the `downloadURL` of a file of a space */
export async function createFileUrls(
  call: Pick<Call, "db" | "now" | "base" | "caller" | "visitor">,
  spaceId: string,
): Promise<(file: TreeFile) => string> {
  const sign = await createUrlSigner(call);
  return ({ hash, contentType, name }) => {
    const subject: FileSubject = { space: spaceId, hash, contentType };
    return sign({ kind: "file", subject, name, seconds });
  };
}

/** Types that a browser displays without running scripts. */
const safeTypes =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Such an image runs no scripts within a page; opened by itself, it is downloaded. */
const shownInPages = "image/svg+xml";

export const openFile: Opener = async (subject, call) => {
  const { space, hash, contentType } = subject as FileSubject;
  if (!(await mayOpen(call, space))) throw opensNothing();
  const body = await openFileContents(call.db, space, hash);
  if (!body) throw opensNothing();
  // The caller may have lost access while the object storage responded.
  if (!(await mayOpen(call, space))) {
    await discardBody(body);
    throw opensNothing();
  }
  const isSafe = safeTypes.test(contentType);
  return {
    contentType: isSafe || contentType === shownInPages ? contentType : "application/octet-stream",
    attached: !isSafe,
    body,
  };
};

/**
 * Visitors of a site lose access to the files of a space with the site, with the key that opened it, or
 * when the site no longer shows the space.
 */
async function mayOpen(
  call: Pick<Call, "db" | "now" | "caller">,
  spaceId: string,
): Promise<boolean> {
  const visitor = findReaderVisitor(call.caller);
  if (visitor === undefined) {
    const access = await findSpace(call, spaceId);
    return access?.role !== undefined && access.role !== null && access.row.deleted_at === null;
  }
  const row = await call.db
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .select(["sites.id", "sites.visibility", "sites.published"])
    .where("site_spaces.space_id", "=", spaceId)
    .where("sites.id", "=", visitor.site)
    .where("spaces.deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined && isOpenTo(call, row, visitor.pass);
}
