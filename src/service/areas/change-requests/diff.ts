/** Changes of a change request to its space, by page and file. */
import type { changes } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { type ChangeRequestAccess, findAncestor } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { presentDifference } from "../content/semantic-changes.ts";
import { findConflicts } from "./merge.ts";

/** Compared with the space revision that the change request is based on, so this works after a merge. */
export async function listSemanticChanges(
  call: Call,
  { row }: ChangeRequestAccess,
  limit?: number,
): Promise<Output<typeof changes>> {
  const before = await readTree(call.db, findAncestor(row));
  const after = await readTree(call.db, row.revision_id);
  return {
    ...(await presentDifference(call, row.space_id, before, after, limit)),
    conflicts: isClosed(row) ? undefined : await findConflicts(call.db, row),
  };
}

function isClosed({ status }: ChangeRequestAccess["row"]): boolean {
  return status === "merged" || status === "archived";
}
