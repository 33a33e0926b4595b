/** Bringing a change request up to its space. */
import type { pull } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ancestorOf, type ChangeRequestRow } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { commitRevision } from "../content/revisions.ts";
import type { Tree } from "../content/tree.ts";
import { joined, shownConflicts } from "./join.ts";

/** Changes nothing where there is a conflict, and where the change request is up to its space. */
export async function pullInto(call: Call, row: ChangeRequestRow): Promise<Output<typeof pull>> {
  if (ancestorOf(row) === row.space_revision)
    return { revision: row.revision_id, result: "update" };
  const join = await joined(call.db, row, "change request");
  if (!join.tree) {
    return { revision: row.revision_id, result: "conflicts", conflicts: shownConflicts(join) };
  }
  const revision_id = await pulledRevision(call, row, join.tree);
  await call.db
    .updateTable("change_requests")
    .set({
      revision_id,
      revision_merged_ancestor: row.space_revision,
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  return { revision: revision_id, result: "update" };
}

async function pulledRevision(call: Call, row: ChangeRequestRow, tree: Tree): Promise<string> {
  // A change request without changes of its own goes along with its space.
  if (row.revision_id === ancestorOf(row)) return row.space_revision;
  const { id } = await commitRevision(call, {
    space: row.space_id,
    parents: [row.revision_id, row.space_revision],
    // Addresses in the space are in use; a page of its own that wants the same one takes another.
    addressed: row.space_revision,
    type: "update",
    tree,
    author: call.caller,
  });
  return id;
}
