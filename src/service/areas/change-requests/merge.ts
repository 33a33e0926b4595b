/** Merges between a change request and its space: into the space, and updates from it. */
import type { changes, merge, pull } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import type { Actor, Call } from "../../core/handlers.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  findAncestor,
  isOutdated,
} from "../../core/rows/change-request-rows.ts";
import type { Queries } from "../../database/tables.ts";
import { commitRevision, publishRevision, readTree } from "../content/revisions.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { type Merge, type MergeInput, mergeTrees } from "../content/tree/tree-merge.ts";
import { checkMergeRules } from "./merge-rules.ts";

type MergeResponse = Output<typeof merge>;

/** The maximum number of conflicts in an error message; `tome cr diff` lists all. */
const maximumNamedConflicts = 3;

/**
 * Merges if the rules allow it.
 * @throws ApiError 412 with the unmet merge rules, 409 for conflicts
 */
export async function mergeChangeRequest(
  call: Call,
  changeRequest: ChangeRequestAccess,
): Promise<MergeResponse> {
  await checkMergeRules(call, changeRequest);
  return mergeWithoutRules(call, changeRequest.row);
}

/**
 * Merges and closes the change request. The hosted platform applies a merge with conflicts and
 * reports them in its result; the local platform refuses it, so that no published text is lost.
 * @throws ApiError 409 for conflicts; nothing is changed
 */
export async function mergeWithoutRules(
  call: Actor,
  row: ChangeRequestRow,
): Promise<MergeResponse> {
  const merged = await mergeSides(call.db, row, "space");
  if (!merged.tree) throw conflictError(merged, "merge");
  const revision = await commitRevision(call, {
    space: row.space_id,
    parents: [row.space_revision, row.revision_id],
    type: "merge",
    tree: merged.tree,
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

/**
 * Changes nothing if the change request is up to date.
 * @throws ApiError 409 for conflicts; nothing is changed
 */
export async function pullChangeRequest(
  call: Call,
  row: ChangeRequestRow,
): Promise<Output<typeof pull>> {
  if (findAncestor(row) === row.space_revision)
    return { revision: row.revision_id, result: "update" };
  const merged = await mergeSides(call.db, row, "change request");
  if (!merged.tree) throw conflictError(merged, "update");
  const revision_id = await createPulledRevision(call, row, merged.tree);
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

async function createPulledRevision(
  call: Call,
  row: ChangeRequestRow,
  tree: ContentTree,
): Promise<string> {
  // A change request without changes of its own adopts the revision of its space.
  if (row.revision_id === findAncestor(row)) return row.space_revision;
  const { id } = await commitRevision(call, {
    space: row.space_id,
    parents: [row.revision_id, row.space_revision],
    // URLs of the space are in use, so a new page with the same slug gets another one.
    addressed: row.space_revision,
    type: "update",
    tree,
    author: call.caller,
  });
  return id;
}

/**
 * The content of the space after a merge, beside its current content; that of the change request if
 * there are conflicts.
 */
export async function readMerged(
  db: Queries,
  row: ChangeRequestRow,
): Promise<{
  readonly before: ContentTree;
  readonly tree: ContentTree;
  readonly conflicts: number;
}> {
  const before = await readTree(db, row.space_revision);
  const merged = await mergeSides(db, row, "space");
  if (merged.tree) return { before, tree: merged.tree, conflicts: 0 };
  const { tree = before } = await mergeSides(db, row, "space", () => "theirs");
  return { before, tree, conflicts: merged.conflicts.length };
}

function conflictError({ conflicts = [] }: Merge, action: "merge" | "update"): ApiError {
  const conflictTexts = conflicts
    .slice(0, maximumNamedConflicts)
    .map(({ kind, title, id, reason }) => {
      const name = JSON.stringify(title);
      return `${kind} ${name} (${id}, ${reason})`;
    });
  const rest = conflicts.length - conflictTexts.length;
  const more = rest === 0 ? "" : ` and ${rest} more`;
  return new ApiError(
    409,
    `Cannot ${action}: the change request and the space have conflicting changes: ${conflictTexts.join(", ")}${more}. Nothing was changed.`,
  );
}

type Conflicts = NonNullable<Output<typeof changes>["conflicts"]>;

/** The conflicts of a merge at this time. */
export async function findConflicts(db: Queries, row: ChangeRequestRow): Promise<Conflicts> {
  return isOutdated(row) ? presentConflicts(await mergeSides(db, row, "space")) : [];
}

/**
 * Merges the changes of the change request with later changes of the space. Both store their
 * documents in the space, so nothing is copied.
 * @param receiver the side that determines the paths in conflicts and the order of pages
 */
async function mergeSides(
  db: Queries,
  row: ChangeRequestRow,
  receiver: "space" | "change request",
  resolve?: MergeInput["resolve"],
): Promise<Merge> {
  const base = await readTree(db, findAncestor(row));
  const proposed = await readTree(db, row.revision_id);
  const main = await readTree(db, row.space_revision);
  return receiver === "space"
    ? mergeTrees({ base, ours: main, theirs: proposed, ...(resolve && { resolve }) })
    : mergeTrees({ base, ours: proposed, theirs: main, ...(resolve && { resolve }) });
}

function presentConflicts({ conflicts = [] }: Merge): Conflicts {
  return conflicts.map((conflict) => ({ ...conflict, fields: [...conflict.fields] }));
}
