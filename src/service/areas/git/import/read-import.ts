/**
 * The long part of an import, in a worker thread: reads the repository, and stores its documents
 * and files.
 */
import type { RepositoryAddress } from "../../../engines/git/address.ts";
import { computeSum, openClone, type ReadableClone } from "../../../engines/git/clone.ts";
import { openListed } from "../../../engines/git/listed-folder.ts";
import type { ListedFolder } from "../../../engines/network/egress.ts";
import { type GitCommit, readTree } from "../../content/revisions.ts";
import { findProjectFiles, type ProjectFiles } from "../files/project-files.ts";
import {
  compareFiles,
  type FileChanges,
  loadSyncedFiles,
  type SyncedFiles,
} from "../files/synced-files.ts";
import { commitUrl, loadLiveSpace, type OperationRequest } from "../operation.ts";
import type { SyncReport } from "../report.ts";
import type { ThreadCall } from "../thread-call.ts";
import { createIdentities, findUnsynced, type SyncState } from "./identities.ts";
import { type MergedImport, mergeImport } from "./merge-import.ts";
import { readProject } from "./read-project.ts";

export interface ImportInput {
  readonly spaceId: string;
  /** The id of the user who requested it. */
  readonly author: string;
  readonly request: OperationRequest;
  readonly address: RepositoryAddress;
  /** The folder of the clone. */
  readonly folder: string;
  readonly commit: string;
  /** A folder that is read instead of a clone. */
  readonly listed?: ListedFolder | undefined;
  /** The last synchronized commit. */
  readonly syncedCommit: string | null;
  readonly syncedRevision: string | null;
}

export interface ImportRead {
  readonly merged: MergedImport;
  readonly files: FileChanges;
  readonly report: SyncReport;
}

/** @throws GitFailure */
export async function readImport(input: ImportInput, call: ThreadCall): Promise<ImportRead> {
  const { listed } = input;
  const clone = listed ? openListed(listed) : openClone(input, call.fetchObjects);
  try {
    return await readFrom(clone, input, call);
  } finally {
    await clone.close();
  }
}

async function readFrom(
  clone: ReadableClone,
  input: ImportInput,
  call: ThreadCall,
): Promise<ImportRead> {
  const { spaceId, author, request, commit, syncedRevision } = input;
  const { db } = call;
  const project = await call.phases.during("read", () =>
    findProjectFiles(clone, commit, request.directory),
  );
  const files = await loadSyncedFiles(db, spaceId);
  const { revision_id } = await loadLiveSpace(db, spaceId);
  const now = await readTree(db, revision_id);
  const synced = syncedRevision === null ? undefined : await readTree(db, syncedRevision);
  const movedFrom = await findMoves(clone, project, files, input, call);
  const memory: SyncState = {
    tree: synced ?? now,
    files,
    movedFrom,
    unsynced: findUnsynced(now, synced),
  };
  const identities = createIdentities(memory, call.newId, project.files.keys());
  const imported = await call.phases.during("read", () =>
    readProject({ call, spaceId, clone, project, memory, identities }),
  );
  const changes = compareFiles(files, imported.files);
  const git: GitCommit = {
    oid: commit,
    message: await clone.message(commit),
    createdByGitBook: commit === input.syncedCommit,
    ...(request.commitUrl !== undefined && { url: commitUrl(request.commitUrl, commit) }),
    ref: request.ref,
  };
  const merging = { spaceId, author, request, git, theirs: imported.tree };
  const { merged, report } = await call.phases.during("merge", () => mergeImport(merging, call));
  const bytes = computeSum(await clone.sizes(changes.put.map(({ oid }) => oid)));
  const phases = call.phases.list();
  return { merged, files: changes, report: { ...report, commit, bytes, phases } };
}

/**
 * Finds moved files: first by equal contents, then by the renames that Git detects. Several files
 * can have the contents of a former one, whose resource the first page or file of them keeps.
 */
async function findMoves(
  clone: ReadableClone,
  { entries, files: projectFiles }: ProjectFiles,
  files: SyncedFiles,
  { commit, syncedCommit: before, request }: ImportInput,
  { fetchCommit }: Pick<ThreadCall, "fetchCommit">,
): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  const paths = new Set(entries.map(({ path }) => path));
  const missing = [...files].filter(([path, { thing }]) => thing !== undefined && !paths.has(path));
  // Files outside the content are not pages, even with the contents of one.
  const addedEntries = [...projectFiles.values()].filter(({ path }) => !files.has(path));
  if (missing.length === 0 || addedEntries.length === 0) return moves;
  const byOid = new Map(missing.map(([path, { oid }]) => [oid, path]));
  for (const { path, oid } of addedEntries) {
    const from = byOid.get(oid);
    if (from === undefined) continue;
    moves.set(path, from);
  }
  const found = new Set(moves.values()).size;
  if (found === missing.length || before === null) return moves;
  if (!(await fetchCommit(before))) return moves;
  for (const [from, to] of await clone.renames(before, commit, request.directory)) {
    if (!moves.has(to) && files.has(from)) moves.set(to, from);
  }
  return moves;
}
