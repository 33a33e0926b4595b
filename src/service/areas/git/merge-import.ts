/** Merges what was read from a repository with the changes in the space since the last synchronization. */
import { GitFailure } from "../../engines/git/failure.ts";
import type { Conflict } from "../content/merge-pages.ts";
import { type GitCommit, prepareRevision, readTree } from "../content/revisions.ts";
import type { RevisionTable } from "../content/tables.ts";
import { emptyTree, sameValue, type Tree } from "../content/tree.ts";
import { diffTrees } from "../content/tree-diff.ts";
import { mergeTrees } from "../content/tree-merge.ts";
import { liveSpace, type OperationRequest, type OperationResult } from "./operation.ts";
import { findSync } from "./sync-rows.ts";
import type { ThreadCall } from "./thread-call.ts";

interface MergeInput {
  readonly spaceId: string;
  readonly author: string;
  readonly request: OperationRequest;
  readonly git: GitCommit;
  /** The content of the repository. */
  readonly theirs: Tree;
}

/** The content is stored already; what is left are rows. */
export interface MergedImport {
  /** The revisions of the space that it was merged with: its content, and what was in sync. */
  readonly current: string;
  readonly syncedId: string | undefined;
  readonly revisions: readonly RevisionTable[];
  /** The revision that becomes the content of the space, if that changes. */
  readonly published: string | undefined;
  readonly result: OperationResult;
}

/** @throws GitFailure for conflicts */
export async function mergeImport(input: MergeInput, call: ThreadCall): Promise<MergedImport> {
  const { spaceId: space, author, request, git, theirs } = input;
  const { db } = call;
  const { revision_id: current } = await liveSpace(db, space);
  const sync = await findSync(db, space);
  const syncedId = sync?.synced_revision_id ?? undefined;
  const revisions: RevisionTable[] = [];
  const commit = async (tree: Tree, ...parents: string[]) => {
    const row = await prepareRevision(call, { space, parents, type: "edits", tree, author, git });
    revisions.push(row);
    return row.id;
  };
  const merged = { current, syncedId, revisions };
  if (request.standalone) {
    const revisionId = await commit(theirs, current);
    const result = { state: "success" as const, revisionId, commit: git.oid };
    return { ...merged, published: undefined, result };
  }

  const ours = await readTree(db, current);
  const base = syncedId === undefined ? emptyTree : await readTree(db, syncedId);
  const isFollowing = syncedId === current;
  // In conflicts, the first import takes the side of the repository; the other stays in the history.
  const takesTheirs = request.force || syncedId === undefined;
  const merge = isFollowing
    ? { tree: theirs }
    : mergeTrees({ base, ours, theirs, resolve: () => (takesTheirs ? "theirs" : undefined) });
  if (merge.conflicts) throw new GitFailure("rejected", conflictMessage(merge.conflicts));

  const isChanged = !isSameTree(base, theirs);
  const imports =
    isFollowing || (syncedId !== undefined && !isChanged)
      ? syncedId
      : await commit(theirs, ...(syncedId === undefined ? [] : [syncedId]));
  let published: string | undefined;
  if (!isSameTree(ours, merge.tree)) {
    const parents = imports === undefined || isFollowing ? [current] : [current, imports];
    // Spread: two parents at most.
    published = await commit(merge.tree, ...parents);
  }
  const revisionId = published ?? current;
  return {
    ...merged,
    published,
    result: {
      state: "success",
      revisionId,
      commit: git.oid,
      synced: { revisionId: isFollowing ? revisionId : (imports ?? revisionId), commit: git.oid },
    },
  };
}

function isSameTree(one: Tree, other: Tree): boolean {
  return sameValue(one.redirects, other.redirects) && diffTrees(one, other).length === 0;
}

const mostNamed = 10;

function conflictMessage(conflicts: readonly Conflict[]): string {
  const named = conflicts.slice(0, mostNamed).map(({ title, path }) => path ?? title);
  const more = conflicts.length > mostNamed ? ` and ${conflicts.length - mostNamed} more` : "";
  return `The space and the repository were changed in ways that contradict: ${named.join(", ")}${more}. Nothing was imported; --force takes the repository's side.`;
}
