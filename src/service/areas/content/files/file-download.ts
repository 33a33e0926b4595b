/** Signed URLs of files, and their downloads. */

import { findReaderVisitor } from "../../../core/access/visitor.ts";
import { createUrlSigner, type Opener, opensNothing } from "../../../core/downloads.ts";
import type { Call } from "../../../core/handlers.ts";
import { discardBody } from "../../../core/response-body.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import { isVisibleUnder, noConditions } from "../../sites/visitors/space-conditions.ts";
import { isOpenTo } from "../../sites/visitors/visitor-pass.ts";
import type { TreeFile } from "../tree/tree.ts";
import { openFileContents } from "./blobs.ts";

interface FileSubject {
  readonly space: string;
  readonly hash: string;
  readonly contentType: string;
  /** For a visitor: the conditions under which the site shows the space, as a fingerprint. */
  readonly conditions?: string | undefined;
}

/** One day, so that URLs from a list remain valid during a user's work. */
const seconds = 24 * 60 * 60;

/** @returns a function that builds the `downloadURL` of a file of a space */
export async function createFileUrls(
  call: Pick<Call, "db" | "now" | "base" | "caller" | "visitor">,
  spaceId: string,
): Promise<(file: TreeFile) => string> {
  const sign = await createUrlSigner(call);
  const conditions = call.visitor?.conditions.get(spaceId) || undefined;
  return ({ hash, contentType, name }) => {
    const subject: FileSubject = { space: spaceId, hash, contentType, conditions };
    return sign({ kind: "file", subject, name, seconds });
  };
}

/** Types that a browser displays without running scripts. */
const safeTypes =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Such an image runs no scripts within a page; opened by itself, it is downloaded. */
const shownInPages = "image/svg+xml";

export const openFile: Opener = async (subject, call) => {
  const file = subject as FileSubject;
  const { space, hash, contentType } = file;
  if (!(await mayOpen(call, file))) throw opensNothing();
  const body = await openFileContents(call.db, space, hash);
  if (!body) throw opensNothing();
  // The caller may have lost access while the object storage responded.
  if (!(await mayOpen(call, file))) {
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
 * when the site no longer shows the space under the same conditions.
 */
async function mayOpen(
  call: Pick<Call, "db" | "now" | "caller">,
  { space, conditions = noConditions }: FileSubject,
): Promise<boolean> {
  const visitor = findReaderVisitor(call.caller);
  if (visitor === undefined) {
    const access = await findSpace(call, space);
    return access?.role !== undefined && access.role !== null && access.row.deleted_at === null;
  }
  const site = await call.db
    .selectFrom("sites")
    .select(["id", "visibility", "published"])
    .where("id", "=", visitor.site)
    .executeTakeFirst();
  if (!site || !(await isOpenTo(call, site, visitor.pass))) return false;
  return isVisibleUnder(call.db, site.id, { space, conditions });
}
