/** Merges between a change request and its space: into the space, and updates from it. */

import type { merge, pull, resolve } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { MergeSide } from "../../../document/merge/merge-order.ts";
import type { TextMergeInput } from "../../../document/merge/merge-text.ts";
import type { StoredDocument } from "../../../document/stored-document.ts";
import { ApiError } from "../../../errors.ts";
import type { Actor, Call } from "../../core/handlers.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  endForeignSchedule,
  findAncestor,
  isOutdated,
} from "../../core/rows/change-request-rows.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import { mergeText } from "../../engines/merges.ts";
import { commitRevision, publishRevision, readTree } from "../content/revisions.ts";
import { getBodies, putStored } from "../content/texts/documents.ts";
import { mergeTexts, type TextMergeResults, type TextSides } from "../content/texts/merge-texts.ts";
import type { MergeConflict } from "../content/tree/merge-pages.ts";
import { reduceTrees } from "../content/tree/merge-reduction.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { withPreparedIndex } from "../content/tree/tree-index.ts";
import { type Merge, mergeTrees } from "../content/tree/tree-merge.ts";
import { noteDeletedPages } from "../site-lookup/lost-destinations.ts";
import { notify } from "../webhooks/notify.ts";
import {
  type ConflictChoices,
  ConflictResolution,
  type Conflicts,
  presentConflicts,
} from "./conflicts.ts";
import { checkMergeRules } from "./merge-rules.ts";

type MergeResponse = Output<typeof merge>;

/** The maximum number of conflicts in an error message; `tome cr diff` lists all. */
const maximumNamedConflicts = 3;

/** The caller of a merge and its database. */
type MergeCall = Pick<Call, "db" | "caller">;

/**
 * Loads the trees of a merge and merges their texts before the transaction of a request, because both
 * can take long.
 */
export async function prepareMerge(
  call: MergeCall,
  row: ChangeRequestRow,
  choices?: ConflictChoices,
): Promise<TextMergeResults> {
  const results: TextMergeResults = new Map();
  for (const tree of Object.values(await readSides(call.db, row))) {
    await withPreparedIndex(tree, call.caller);
  }
  if (!isOutdated(row)) return results;
  const resolution = choices && new ConflictResolution(choices);
  await mergeSideTexts(call, row, reduceTrees(await readSides(call.db, row)), {
    resolution,
    results,
  });
  return results;
}

/**
 * Merges if the rules allow it.
 * @throws ApiError 412 with the unmet merge rules, 409 for conflicts
 */
export async function mergeChangeRequest(
  call: Call,
  changeRequest: ChangeRequestAccess,
  results?: TextMergeResults,
): Promise<MergeResponse> {
  await checkMergeRules(call, changeRequest);
  const { row } = changeRequest;
  const response = await mergeWithoutRules(call, row, results);
  await noteDeletedPages(call, row.space_id, async () => ({
    before: await readTree(call.db, row.space_revision),
    after: await readTree(call.db, response.revision),
  }));
  return response;
}

/**
 * Merges and closes the change request. The hosted platform applies a merge with conflicts and
 * reports them in its result; the local platform refuses it, so that no published text is lost.
 * @throws ApiError 409 for conflicts; nothing is changed
 */
export async function mergeWithoutRules(
  call: Actor,
  row: ChangeRequestRow,
  results?: TextMergeResults,
): Promise<MergeResponse> {
  const merged = await mergeSides(call, row, "space", { results });
  if (!merged.tree) throw createConflictError(merged, "merge");
  await putStored(call.db, row.space_id, merged.documents);
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
  await notify(call, {
    type: "change_request.merged",
    in: { spaceId: row.space_id },
    changeRequestId: row.id,
    actor: call.caller,
    data: { revision: revision.id },
  });
  return { revision: revision.id, result: "merge" };
}

/**
 * Changes nothing if the change request is up to date.
 * @throws ApiError 409 for conflicts; nothing is changed
 */
export async function pullChangeRequest(
  call: Call,
  row: ChangeRequestRow,
  results?: TextMergeResults,
): Promise<Output<typeof pull>> {
  if (findAncestor(row) === row.space_revision)
    return { revision: row.revision_id, result: "update" };
  const merged = await mergeSides(call, row, "change request", { results });
  if (!merged.tree) throw createConflictError(merged, "update");
  return { revision: await storePulled(call, row, merged), result: "update" };
}

/**
 * Updates a change request with the chosen version of each conflict.
 * @throws ApiError 409 for conflicts without a choice, 400 for a choice without a conflict; nothing
 *   is changed
 */
export async function resolveChangeRequest(
  call: Call,
  row: ChangeRequestRow,
  choices: ConflictChoices,
  results?: TextMergeResults,
): Promise<Output<typeof resolve>> {
  const resolution = new ConflictResolution(choices);
  const merged = await mergeSides(call, row, "change request", { resolution, results });
  if (!merged.tree) throw createConflictError(merged, "update");
  const discarded = resolution.listDiscarded();
  if (findAncestor(row) === row.space_revision) {
    return { revision: row.revision_id, result: "update", discarded };
  }
  await endForeignSchedule(call, row.id);
  return { revision: await storePulled(call, row, merged), result: "update", discarded };
}

async function storePulled(
  call: Call,
  row: ChangeRequestRow,
  { tree, documents }: SidesMerge & { readonly tree: ContentTree },
): Promise<string> {
  await putStored(call.db, row.space_id, documents);
  const revision_id = await createPulledRevision(call, row, tree);
  await call.db
    .updateTable("change_requests")
    .set({
      revision_id,
      revision_merged_ancestor: row.space_revision,
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  return revision_id;
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
 * The content of the space after a merge, beside its current content; in a conflict, the version of
 * the change request. Stores the merged texts, so that they can be shown.
 */
export async function readMerged(
  call: MergeCall,
  row: ChangeRequestRow,
): Promise<{
  readonly before: ContentTree;
  readonly tree: ContentTree;
  readonly conflicts: number;
}> {
  const before = await readTree(call.db, row.space_revision);
  const resolution = new ConflictResolution([{ keep: "cr" }]);
  const { conflicts = [] } = await mergeSides(call, row, "space");
  const { tree = before, documents } = await mergeSides(call, row, "space", { resolution });
  if (documents.length > 0) {
    await inTransaction(call.db, (transaction) => putStored(transaction, row.space_id, documents));
  }
  return { before, tree, conflicts: conflicts.length };
}

function createConflictError({ conflicts = [] }: Merge, action: "merge" | "update"): ApiError {
  const conflictTexts = conflicts
    .slice(0, maximumNamedConflicts)
    .map(({ kind, title, id, reason, blocks }) => {
      const name = JSON.stringify(title);
      const blockNames = blocks === undefined ? "" : ` in ${nameBlocks(blocks)}`;
      return `${kind} ${name} (${id}, ${reason}${blockNames})`;
    });
  const rest = conflicts.length - conflictTexts.length;
  const more = rest === 0 ? "" : ` and ${rest} more`;
  return new ApiError(
    409,
    `Cannot ${action}: the change request and the space have conflicting changes: ${conflictTexts.join(", ")}${more}. Nothing was changed.`,
  );
}

function nameBlocks(blocks: NonNullable<MergeConflict["blocks"]>): string {
  const names = blocks.slice(0, maximumNamedConflicts).map(({ type, id }) => `${type} ${id}`);
  const rest = blocks.length - names.length;
  return rest === 0 ? names.join(", ") : `${names.join(", ")} and ${rest} more`;
}

/** The conflicts of a merge at this time. */
export async function findConflicts(call: MergeCall, row: ChangeRequestRow): Promise<Conflicts> {
  if (!isOutdated(row)) return [];
  const { conflicts = [] } = await mergeSides(call, row, "space");
  return presentConflicts(conflicts);
}

type SidesMerge = Merge & {
  /** The merged texts, which are not stored yet. */
  readonly documents: readonly StoredDocument[];
};

interface MergeOptions {
  readonly resolution?: ConflictResolution | undefined;
  /** Texts that were merged before the transaction. */
  readonly results?: TextMergeResults | undefined;
}

/**
 * Merges the changes of the change request with later changes of the space. Both store their
 * documents in the space, so nothing is copied.
 * @param receiver the side that determines the paths in conflicts and the order of pages; blocks
 *   that both added at one place are in the order of the space for both
 */
async function mergeSides(
  call: MergeCall,
  row: ChangeRequestRow,
  receiver: "space" | "change request",
  options: MergeOptions = {},
): Promise<SidesMerge> {
  const sides = reduceTrees(await readSides(call.db, row));
  const { base, ours: main, theirs: proposed } = sides;
  const texts = await mergeSideTexts(call, row, sides, options);
  const resolve = (conflict: MergeConflict): MergeSide | undefined => {
    const side = options.resolution?.resolve(conflict);
    if (receiver === "space" || side === undefined) return side;
    return side === "ours" ? "theirs" : "ours";
  };
  const merge =
    receiver === "space"
      ? mergeTrees({ ...sides, texts, resolve })
      : mergeTrees({ base, ours: proposed, theirs: main, texts, resolve });
  const documents = [...texts.values()].map(({ document }) => document);
  return merge.tree ? { tree: sides.expand(merge.tree), documents } : { ...merge, documents };
}

/** Our side is the space. */
async function readSides(db: Queries, row: ChangeRequestRow): Promise<TextSides> {
  return {
    base: await readTree(db, findAncestor(row)),
    theirs: await readTree(db, row.revision_id),
    ours: await readTree(db, row.space_revision),
  };
}

function mergeSideTexts(
  call: MergeCall,
  row: ChangeRequestRow,
  sides: TextSides,
  { resolution, results }: MergeOptions,
) {
  const tools = {
    readDocuments: (hashes: readonly string[]) => getBodies(call.db, row.space_id, hashes),
    mergeText: (input: TextMergeInput<string>) => mergeText(input, call),
    results,
  };
  return mergeTexts(tools, sides, resolution?.chooseBlocks);
}
