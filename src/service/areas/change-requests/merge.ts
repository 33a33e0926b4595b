/** Merging a change request into its space. */
import type { merge } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Acting } from "../../core/caller.ts";
import type { ChangeRequestRow, Found } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { commitRevision, publishRevision } from "../content/revisions.ts";
import { joined, shownConflicts } from "./join.ts";
import { demandRules } from "./rules.ts";

type Answer = Output<typeof merge>;

/**
 * Merges where the rules allow it; everything that follows from a merge begins here.
 * @throws Problem 412 that names what the merge rules still ask for
 */
export async function mergeInto(call: Call, found: Found): Promise<Answer> {
  await demandRules(call, found);
  return mergeNow(call, found.row);
}

/** Merges, which is the end of the change request; changes nothing where there is a conflict. */
export async function mergeNow(call: Acting, row: ChangeRequestRow): Promise<Answer> {
  const join = await joined(call.db, row, "space");
  if (!join.tree) {
    return { revision: row.space_revision, result: "conflicts", conflicts: shownConflicts(join) };
  }
  const revision = await commitRevision(call, {
    space: row.space_id,
    parents: [row.space_revision, row.revision_id],
    type: "merge",
    tree: join.tree,
    author: call.caller,
    mergedFrom: row.id,
  });
  await publishRevision(call, revision);
  const merged_at = call.now.toISOString();
  await call.db
    .updateTable("change_requests")
    .set({
      status: "merged",
      revision_merged: revision.id,
      merged_by: call.caller,
      merged_at,
      updated_at: merged_at,
    })
    .where("id", "=", row.id)
    .execute();
  return { revision: revision.id, result: "merge" };
}
