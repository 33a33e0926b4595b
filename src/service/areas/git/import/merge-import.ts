/** Merge of an imported repository with the changes in the space since the last synchronization. */
import { mergeText } from "../../../../document/merge/merge-text.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { type GitCommit, prepareRevision, readTree } from "../../content/revisions.ts";
import type { RevisionTable } from "../../content/tables.ts";
import { mergeTexts } from "../../content/texts/merge-texts.ts";
import type { MergeConflict } from "../../content/tree/merge-pages.ts";
import { type ContentTree, emptyTree, isSameValue } from "../../content/tree/tree.ts";
import { diffTrees } from "../../content/tree/tree-diff.ts";
import { type MergeInput, mergeTrees } from "../../content/tree/tree-merge.ts";
import { normalizeTree } from "../../content/tree/tree-normalize.ts";
import { loadLiveSpace, type OperationRequest, type OperationResult } from "../operation.ts";
import { countKept, listSpaceChanges, type SyncReport, summarize } from "../report.ts";
import { findSync } from "../sync-rows.ts";
import type { ThreadCall } from "../thread-call.ts";

interface ImportMerge {
  readonly spaceId: string;
  readonly author: string;
  readonly request: OperationRequest;
  readonly git: GitCommit;
  /** The content of the repository. */
  readonly theirs: ContentTree;
}

/** The result; the content is stored already, so only rows remain to be written. */
export interface MergedImport {
  /** The merged revisions of the space: its content, and the last synchronized one. */
  readonly current: string;
  readonly syncedId: string | undefined;
  readonly revisions: readonly RevisionTable[];
  /** The new revision of the space, if its content changes. */
  readonly published: string | undefined;
  readonly result: OperationResult;
}

type MergeReport = Pick<
  SyncReport,
  "pages" | "files" | "changes" | "more" | "conflicts" | "kept" | "ahead"
>;

/**
 * A plan reports conflicts and stores nothing.
 * @throws GitFailure for conflicts
 */
export async function mergeImport(
  input: ImportMerge,
  call: ThreadCall,
): Promise<{ readonly merged: MergedImport; readonly report: MergeReport }> {
  const { spaceId: space, author, request, git, theirs } = input;
  const { db } = call;
  const { revision_id: current } = await loadLiveSpace(db, space);
  const sync = await findSync(db, space);
  const syncedId = sync?.synced_revision_id ?? undefined;
  const revisions: RevisionTable[] = [];
  const commit = async (tree: ContentTree, ...parents: string[]) => {
    if (call.isPlan) return current;
    const row = await prepareRevision(call, { space, parents, type: "edits", tree, author, git });
    revisions.push(row);
    return row.id;
  };
  const merged = { current, syncedId, revisions };
  const ours = await readTree(db, current);
  if (request.standalone) {
    const revisionId = await commit(theirs, current);
    const result = { state: "success" as const, revisionId, commit: git.oid };
    const report = await buildReport(ours, ours, theirs, []);
    return { merged: { ...merged, published: undefined, result }, report };
  }

  const base = syncedId === undefined ? emptyTree : await readTree(db, syncedId);
  const isFollowing = syncedId === current;
  // The first import resolves conflicts with the repository's side; the other remains in the
  // history.
  const resolves = request.force || request.prefer !== undefined || syncedId === undefined;
  const side = request.prefer === "space" && !request.force ? "ours" : "theirs";
  const { tree, contradicting } = isFollowing
    ? { tree: theirs, contradicting: [] }
    : await mergeSides({ base, ours, theirs }, side, space, call);
  if (contradicting.length > 0 && !resolves && !call.isPlan) {
    throw new GitFailure("rejected", formatConflictMessage(contradicting));
  }
  const normalize = (one: ContentTree) => normalizeTree(one, ours, call.now.toISOString());
  const normalized = normalize(tree);
  // The first import refuses nothing, so it reports changes instead of conflicts.
  const refusedConflicts = syncedId === undefined ? [] : contradicting;
  // Values that only the platform assigns, such as the slug of a group with a duplicate title, are
  // not changes.
  const repositoryTree = tree === theirs ? normalized : normalize(theirs);
  const merging = await buildReport(ours, normalized, repositoryTree, refusedConflicts);
  const report = call.isPlan ? { ...merging, changes: merging.changes.map(withoutNewId) } : merging;

  const isChanged = !isSameTree(base, theirs);
  const imports =
    isFollowing || (syncedId !== undefined && !isChanged)
      ? syncedId
      : await commit(theirs, ...(syncedId === undefined ? [] : [syncedId]));
  let published: string | undefined;
  // For a space that follows its repository, the compared trees are both sides.
  if (isFollowing ? isChanged : !isSameTree(ours, tree)) {
    const parents = imports === undefined || isFollowing ? [current] : [current, imports];
    // Spread: at most two parents.
    published = await commit(tree, ...parents);
  }
  const revisionId = published ?? current;
  const synced = {
    revisionId: isFollowing ? revisionId : (imports ?? revisionId),
    commit: git.oid,
  };
  const result = { state: "success" as const, revisionId, commit: git.oid, synced };
  return { merged: { ...merged, published, result }, report };
}

/**
 * Merges with the version of one side for pages and blocks in conflict, stores the merged texts, and
 * returns the conflicts.
 */
async function mergeSides(
  sides: Pick<MergeInput, "base" | "ours" | "theirs">,
  side: "ours" | "theirs",
  space: string,
  { readDocuments, putDocument, flushDocuments }: ThreadCall,
): Promise<{
  readonly tree: ContentTree;
  readonly contradicting: readonly MergeConflict[];
}> {
  const texts = await mergeTexts(
    { readDocuments: (hashes) => readDocuments(space, hashes), mergeText },
    sides,
    () => [{ side }],
  );
  const conflicts = new Map<string, MergeConflict>();
  const { tree } = mergeTrees({
    ...sides,
    texts,
    resolve(conflict) {
      conflicts.set(`${conflict.kind} ${conflict.id} ${conflict.reason}`, conflict);
      return side;
    },
  });
  if (!tree) throw new Error("A merge that resolves all conflicts has none.");
  for (const { document } of texts.values()) await putDocument(document);
  await flushDocuments();
  return { tree, contradicting: [...conflicts.values()] };
}

/** Removes an id that only the import assigned. */
function withoutNewId(change: MergeReport["changes"][number]): MergeReport["changes"][number] {
  if (change.change !== "added") return change;
  const { id: _, ...rest } = change;
  return rest;
}

/** @param now the content after the import */
async function buildReport(
  ours: ContentTree,
  now: ContentTree,
  theirs: ContentTree,
  contradicting: readonly MergeConflict[],
): Promise<MergeReport> {
  const ahead = listSpaceChanges(theirs, now).length;
  const conflicts = contradicting.slice(0, mostConflicts).map(presentConflict);
  return {
    ...summarize(listSpaceChanges(ours, now)),
    ...(conflicts.length > 0 && { conflicts }),
    kept: countKept(ours, now),
    ahead,
  };
}

function presentConflict({ title, path, reason, blocks }: MergeConflict) {
  const presented = (blocks ?? []).map(({ id, type, reason, base, ours, theirs }) => ({
    ...{ id, type, reason, base },
    ...(ours !== undefined && { space: ours }),
    ...(theirs !== undefined && { repository: theirs }),
  }));
  return {
    ...{ title, reason },
    ...(path !== undefined && { path }),
    ...(blocks && { blocks: presented }),
  };
}

function isSameTree(one: ContentTree, other: ContentTree): boolean {
  return isSameValue(one.redirects, other.redirects) && diffTrees(one, other).length === 0;
}

const mostConflicts = 500;
const mostNamed = 10;

function formatConflictMessage(conflicts: readonly MergeConflict[]): string {
  const names = conflicts.slice(0, mostNamed).map(({ title, path }) => path ?? title);
  const more = conflicts.length > mostNamed ? ` and ${conflicts.length - mostNamed} more` : "";
  return `The space and the repository have conflicting changes: ${names.join(", ")}${more}. Nothing was imported. Use --force to resolve conflicts with the repository's side.`;
}
