/** Importing the content of a repository into a space. */
import { lockSpace } from "../../core/locks.ts";
import type { Queries } from "../../database/tables.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Repository } from "../../engines/git.ts";
import type { JobCall, LongJobCall } from "../../jobs/job.ts";
import { putFile } from "../content/blobs.ts";
import { putDocuments } from "../content/documents.ts";
import type { Conflict } from "../content/merge-pages.ts";
import { commitRevision, type GitCommit, publishRevision, readTree } from "../content/revisions.ts";
import { emptyTree, type Tree } from "../content/tree.ts";
import { diffTrees } from "../content/tree-diff.ts";
import { mergeTrees } from "../content/tree-merge.ts";
import { findUnsynced, identitiesFrom, type Memory } from "./identities.ts";
import {
  type Completion,
  inRepository,
  type Operation,
  type OperationResult,
  refuseLongPaths,
  syncedFiles,
} from "./operation.ts";
import { findProjectFiles, type ProjectFiles } from "./project-files.ts";
import { type Imported, readProject, withDocuments } from "./read-project.ts";
import { findSync } from "./sync-rows.ts";

interface FetchedContent {
  readonly imported: Imported;
  readonly git: GitCommit;
}

/** The long part: fetches and reads. @throws GitFailure */
export async function readImport(operation: Operation, call: LongJobCall): Promise<Completion> {
  const { request, row, sync } = operation;
  const { db, newId } = call;
  const fetched = await inRepository(
    operation,
    call,
    async (repository): Promise<FetchedContent> => {
      const commit = await repository.fetch(request.ref);
      const project = await findProjectFiles(repository, commit, request.directory);
      const files = await syncedFiles(db, row.space_id);
      const { revision_id } = await liveSpace(db, row.space_id);
      const now = await readTree(db, revision_id);
      const { synced_revision_id: syncedId } = sync;
      const synced = syncedId === null ? undefined : await readTree(db, syncedId);
      const movedFrom = await findMoves(repository, project, files, sync.synced_commit, commit);
      const unsynced = findUnsynced(now, synced);
      const memory: Memory = { tree: synced ?? now, files, movedFrom, unsynced };
      const identities = identitiesFrom(memory, newId, project.files.keys());
      const reading = { db, spaceId: row.space_id, repository, project, memory, identities };
      const imported = await readProject(reading);
      refuseLongPaths(imported.files);
      return {
        imported,
        git: {
          oid: commit,
          message: await repository.message(commit),
          createdByGitBook: commit === sync.synced_commit,
          ...(request.commitUrl !== undefined && { url: commitUrl(request.commitUrl, commit) }),
          ref: request.ref,
        },
      };
    },
  );
  return (ending) => storeImport(ending, operation, fetched);
}

export function commitUrl(beginning: string, commit: string): string {
  return `${beginning.replace(/\/+$/, "")}/${commit}`;
}

/** @throws GitFailure if the space is deleted */
export async function liveSpace(db: Queries, spaceId: string): Promise<{ revision_id: string }> {
  const space = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!space) throw new GitFailure("failed", "The space was deleted meanwhile.");
  return space;
}

/** Finds files that were moved: first by equal bytes, then by the renames that Git detects. */
async function findMoves(
  repository: Repository,
  { entries }: ProjectFiles,
  files: Memory["files"],
  before: string | null,
  commit: string,
): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  const paths = new Set(entries.map(({ path }) => path));
  const missing = [...files].filter(([path, { thing }]) => thing !== undefined && !paths.has(path));
  const added = entries.filter(({ path }) => !files.has(path));
  if (missing.length === 0 || added.length === 0) return moves;
  const byOid = new Map(missing.map(([path, { oid }]) => [oid, path]));
  for (const { path, oid } of added) {
    const from = byOid.get(oid);
    if (from === undefined) continue;
    moves.set(path, from);
    byOid.delete(oid);
  }
  if (moves.size === missing.length || before === null) return moves;
  for (const [from, to] of await repository.renames(before, commit)) {
    if (!moves.has(to) && files.has(from)) moves.set(to, from);
  }
  return moves;
}

/** Stores the import, and merges it with the changes in the space since the last synchronization. */
async function storeImport(
  call: JobCall,
  { request, row }: Operation,
  { imported, git }: FetchedContent,
): Promise<OperationResult> {
  const { db } = call;
  const { space_id: space, requested_by: author } = row;
  await lockSpace(db, space);
  const { revision_id: current } = await liveSpace(db, space);
  const sync = await findSync(db, space);
  const syncedId = sync?.synced_revision_id ?? undefined;
  const hashes = await putDocuments(db, space, imported.documents);
  for (const bytes of imported.bytes.values()) await putFile(db, space, bytes);
  const theirs = withDocuments(imported.tree, hashes);
  const commit = (tree: Tree, ...parents: string[]) =>
    commitRevision(call, { space, parents, type: "edits", tree, author, git });
  if (request.standalone) {
    const { id } = await commit(theirs, current);
    return { state: "success", revisionId: id, commit: git.oid };
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
      : (await commit(theirs, ...(syncedId === undefined ? [] : [syncedId]))).id;
  let revisionId = current;
  if (!isSameTree(ours, merge.tree)) {
    const parents = imports === undefined || isFollowing ? [current] : [current, imports];
    // Spread: two parents at most.
    revisionId = (await commit(merge.tree, ...parents)).id;
    await publishRevision(call, { id: revisionId, space });
  }
  return {
    state: "success",
    revisionId,
    commit: git.oid,
    synced: { revisionId: isFollowing ? revisionId : (imports ?? revisionId), commit: git.oid },
    files: imported.files,
  };
}

function isSameTree(one: Tree, other: Tree): boolean {
  return diffTrees(one, other).length === 0;
}

const mostNamed = 10;

function conflictMessage(conflicts: readonly Conflict[]): string {
  const named = conflicts.slice(0, mostNamed).map(({ title, path }) => path ?? title);
  const more = conflicts.length > mostNamed ? ` and ${conflicts.length - mostNamed} more` : "";
  return `The space and the repository were changed in ways that contradict: ${named.join(", ")}${more}. Nothing was imported; --force takes the repository's side.`;
}
