/** Making a tree the content of a change request. */
import type { Acting } from "../../core/caller.ts";
import type { ChangeRequestRow } from "../../core/change-request-rows.ts";
import { noteContributor } from "../../core/contributors.ts";
import { commitRevision } from "./revisions.ts";
import type { Tree } from "./tree.ts";

/** Everything that follows from an edit begins here. */
export async function commitEdit(call: Acting, row: ChangeRequestRow, tree: Tree): Promise<void> {
  const revision = await commitRevision(call, {
    space: row.space_id,
    parents: [row.revision_id],
    type: "edits",
    tree,
    author: call.caller,
  });
  await call.db
    .updateTable("change_requests")
    .set({ revision_id: revision.id, updated_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
  await noteContributor(call, row.id);
}
