/** The handlers of revisions. */
import type * as contract from "../../../contract/revision.ts";
import { Problem } from "../../../errors.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { presentPageWithText } from "./page-text.ts";
import { presentOptions, presentRevision } from "./present.ts";
import { findRevision, type Revision, treeOf } from "./revisions.ts";
import { indexOf } from "./tree-index.ts";

export const handlers = {
  async get({ spaceId, revisionId, ...options }, call) {
    await requireSpace(call, spaceId);
    const revision = await requireRevision(call, spaceId, revisionId);
    return presentRevision(call, revision, presentOptions(call, spaceId, options));
  },

  async page({ spaceId, revisionId, pageId, ...options }, call) {
    const found = await requireSpace(call, spaceId);
    const revision = await requireRevision(call, spaceId, revisionId);
    const tree = await treeOf(call.db, revision);
    const treePage = indexOf(tree).pages.get(pageId);
    if (!treePage) {
      throw new Problem(404, `Revision ${revisionId} has no page ${pageId}; check the id.`, {
        field: "pageId",
      });
    }
    return presentPageWithText(call, { found, revision, tree }, treePage, options);
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 if the space has no such revision */
async function requireRevision(call: Call, spaceId: string, id: string): Promise<Revision> {
  const revision = await findRevision(call.db, id, spaceId);
  if (revision) return revision;
  throw new Problem(404, `The space has no revision ${id}; check the id.`, {
    field: "revisionId",
  });
}
