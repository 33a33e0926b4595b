/** Bringing the content of a repository into a space. */

import { lockSpace } from "../../core/space-lock.ts";
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
import { unsyncedIn } from "./alike.ts";
import { identitiesFrom, type Memory } from "./identities.ts";
import {
  type Effect,
  type Ended,
  inRepository,
  type Operation,
  refuseLongPaths,
  syncedFiles,
} from "./operation.ts";
import { type Found, findProject } from "./project-files.ts";
import { type Imported, readProject, withDocuments } from "./read-project.ts";
import { findSync } from "./rows.ts";

interface Brought {
  readonly imported: Imported;
  readonly git: GitCommit;
}

/** The long part: fetches and reads. @throws GitFailure */
export async function readImport(operation: Operation, call: LongJobCall): Promise<Effect> {
  const { wanted, row, sync } = operation;
  const { db, newId } = call;
  const brought = await inRepository(operation, call, async (repository): Promise<Brought> => {
    const commit = await repository.fetch(wanted.ref);
    const found = await findProject(repository, commit, wanted.directory);
    const files = await syncedFiles(db, row.space_id);
    const { revision_id } = await liveSpace(db, row.space_id);
    const now = await readTree(db, revision_id);
    const { synced_revision_id: syncedId } = sync;
    const synced = syncedId === null ? undefined : await readTree(db, syncedId);
    const movedFrom = await movesIn(repository, found, files, sync.synced_commit, commit);
    const unsynced = unsyncedIn(now, synced);
    const memory: Memory = { tree: synced ?? now, files, movedFrom, unsynced };
    const identities = identitiesFrom(memory, newId, found.files.keys());
    const reading = { db, spaceId: row.space_id, repository, found, memory, identities };
    const imported = await readProject(reading);
    refuseLongPaths(imported.files);
    return {
      imported,
      git: {
        oid: commit,
        message: await repository.message(commit),
        createdByGitBook: commit === sync.synced_commit,
        ...(wanted.commitUrl !== undefined && { url: commitUrl(wanted.commitUrl, commit) }),
        ref: wanted.ref,
      },
    };
  });
  return (ending) => keepImport(ending, operation, brought);
}

export function commitUrl(beginning: string, commit: string): string {
  return `${beginning.replace(/\/+$/, "")}/${commit}`;
}

/** @throws GitFailure where the space is deleted */
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

/** Files that are gone and stand elsewhere now: the same bytes first, then what Git takes for it. */
async function movesIn(
  repository: Repository,
  { entries }: Found,
  files: Memory["files"],
  before: string | null,
  commit: string,
): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  const there = new Set(entries.map(({ path }) => path));
  const gone = [...files].filter(([path, { thing }]) => thing !== undefined && !there.has(path));
  const fresh = entries.filter(({ path }) => !files.has(path));
  if (gone.length === 0 || fresh.length === 0) return moves;
  const byOid = new Map(gone.map(([path, { oid }]) => [oid, path]));
  for (const { path, oid } of fresh) {
    const from = byOid.get(oid);
    if (from === undefined) continue;
    moves.set(path, from);
    byOid.delete(oid);
  }
  if (moves.size === gone.length || before === null) return moves;
  for (const [from, to] of await repository.renames(before, commit)) {
    if (!moves.has(to) && files.has(from)) moves.set(to, from);
  }
  return moves;
}

/** Stores what was read, and joins it with what was done in the space since both were alike. */
async function keepImport(
  call: JobCall,
  { wanted, row }: Operation,
  { imported, git }: Brought,
): Promise<Ended> {
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
  if (wanted.standalone) {
    const { id } = await commit(theirs, current);
    return { state: "success", revisionId: id, commit: git.oid };
  }

  const ours = await readTree(db, current);
  const base = syncedId === undefined ? emptyTree : await readTree(db, syncedId);
  const isFollowing = syncedId === current;
  // The first import brings the repository's side of what both have; the other stays in the history.
  const isBringing = wanted.force || syncedId === undefined;
  const merge = isFollowing
    ? { tree: theirs }
    : mergeTrees({ base, ours, theirs, settle: () => (isBringing ? "theirs" : undefined) });
  if (merge.conflicts) throw new GitFailure("rejected", sayConflicts(merge.conflicts));

  const isNews = !areAlike(base, theirs);
  const imports =
    isFollowing || (syncedId !== undefined && !isNews)
      ? syncedId
      : (await commit(theirs, ...(syncedId === undefined ? [] : [syncedId]))).id;
  let revisionId = current;
  if (!areAlike(ours, merge.tree)) {
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

function areAlike(one: Tree, other: Tree): boolean {
  return diffTrees(one, other).length === 0;
}

const mostNamed = 10;

function sayConflicts(conflicts: readonly Conflict[]): string {
  const named = conflicts.slice(0, mostNamed).map(({ title, path }) => path ?? title);
  const more = conflicts.length > mostNamed ? ` and ${conflicts.length - mostNamed} more` : "";
  return `The space and the repository were changed in ways that contradict: ${named.join(", ")}${more}. Nothing was imported; --force takes the repository's side.`;
}
