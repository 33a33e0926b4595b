/** The handlers of the content of change requests. */
import type * as contract from "../../../contract/cr-content.ts";
import { Problem } from "../../../errors.ts";
import { readChangeRequest } from "../../core/change-request-rows.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { presentPageWithText } from "../content/page-text.ts";
import { readRevision, treeOf } from "../content/revisions.ts";
import { indexOf } from "../content/tree-index.ts";

export const handlers = {
  async page({ spaceId, changeRequestId, pageId, ...options }, call) {
    const found = await requireSpace(call, spaceId);
    const row = await readChangeRequest(call.db, found.row.id, changeRequestId);
    const revision = await readRevision(call.db, row.revision_id);
    const tree = await treeOf(call.db, revision);
    const treePage = indexOf(tree).pages.get(pageId);
    if (!treePage) {
      throw new Problem(404, `Change request ${row.number} has no page ${pageId}; check the id.`, {
        field: "pageId",
      });
    }
    return presentPageWithText(call, { found, revision, tree }, treePage, options);
  },
} satisfies Handlers<typeof contract>;
