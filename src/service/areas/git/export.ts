/** Exporting a space to a repository: what changes there, as a commit on top of its branch. */
import { GitFailure } from "../../engines/git/failure.ts";
import { type NewCommit, oidOf, type Repository } from "../../engines/git.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { noteCommit, readTree } from "../content/revisions.ts";
import { findUnsynced, matchUnsynced } from "./identities.ts";
import { commitUrl, liveSpace } from "./import.ts";
import {
  type Completion,
  inRepository,
  type Operation,
  refuseLongPaths,
  remoteKey,
  type SyncedFile,
  syncedFiles,
} from "./operation.ts";
import { findProjectPaths } from "./project-files.ts";
import { bytesOf, type Project, type ProjectFile, writeProject } from "./write-project.ts";

interface PushResult {
  /** Null if the repository is empty and there was nothing to push. */
  readonly commit: string | null;
  readonly isNew: boolean;
  readonly files: readonly SyncedFile[];
}

/** If someone else pushes in between, the commit is built once more on top of theirs. */
const mostAttempts = 2;

/** The long part, push included; repeating it after a crash pushes nothing twice. @throws GitFailure */
export async function sendExport(operation: Operation, call: LongJobCall): Promise<Completion> {
  const { request, row } = operation;
  const { revision_id: revisionId } = await liveSpace(call.db, row.space_id);
  const pushed = await inRepository(operation, call, async (repository) => {
    for (let left = mostAttempts; ; left--) {
      try {
        return await send(repository, operation, call, revisionId);
      } catch (error) {
        const again = error instanceof GitFailure && error.reason === "rejected" && left > 1;
        if (!again || error instanceof ExportConflict) throw error;
      }
    }
  });
  return async ({ db }) => {
    const { commit, isNew, files } = pushed;
    if (commit !== null && isNew) {
      await noteCommit(db, revisionId, {
        oid: commit,
        message: request.commitMessage ?? "",
        createdByGitBook: true,
        ...(request.commitUrl !== undefined && { url: commitUrl(request.commitUrl, commit) }),
        ref: request.ref,
      });
    }
    return {
      state: "success",
      revisionId,
      ...(commit !== null && { commit }),
      synced: { revisionId, commit },
      files,
    };
  };
}

/** The branch has changes that an export would overwrite. */
class ExportConflict extends GitFailure {}

async function send(
  repository: Repository,
  { row, request, sync }: Operation,
  { db }: LongJobCall,
  revisionId: string,
): Promise<PushResult> {
  const { space_id: spaceId } = row;
  const parent = await headOf(repository, request.ref);
  const entries = parent === undefined ? [] : await repository.entries(parent);
  const { paths } = await findProjectPaths(repository, entries, request.directory);
  const synced = await syncedFiles(db, spaceId);
  const prefix = paths.root === "" ? "" : `${paths.root}/`;
  const now = await readTree(db, revisionId);
  const before =
    sync.synced_revision_id === null ? undefined : await readTree(db, sync.synced_revision_id);
  const locations = entries.flatMap(({ path }) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  );
  const known = new Map([
    ...[...matchUnsynced(findUnsynced(now, before), locations)].map(
      ([at, id]) => [id, at] as const,
    ),
    ...[...synced].flatMap(([path, { thing }]) =>
      thing !== undefined && path.startsWith(prefix)
        ? [[thing, path.slice(prefix.length)] as const]
        : [],
    ),
  ]);
  const project = (tree: Parameters<typeof writeProject>[2]) =>
    writeProject(db, spaceId, tree, paths, known);
  const targetFiles = await project(now);
  const plan = await planExport({
    target: targetFiles,
    before: before && (await project(before)),
    branch: new Map(entries.map(({ path, oid }) => [path, oid])),
    synced,
    isSameRemote: sync.synced_place === remoteKey(request),
    force: request.force,
    readBytes: (file) => bytesOf(db, spaceId, file),
  });
  if (plan.conflicting.length > 0) throw exportConflict(plan.conflicting);
  refuseLongPaths(plan.files);
  if (plan.changes.size === 0) return { commit: parent ?? null, isNew: false, files: plan.files };
  const newCommit: NewCommit = {
    parent,
    message: request.commitMessage ?? "",
    author: await authorOf(db, row),
    changes: plan.changes,
  };
  const commit = await repository.commit(newCommit);
  if (commit !== parent) await repository.push(commit, request.ref, parent);
  return { commit, isNew: commit !== parent, files: plan.files };
}

/** @returns undefined if the repository is empty, so that the first commit creates the branch */
async function headOf(repository: Repository, ref: string): Promise<string | undefined> {
  try {
    return await repository.fetch(ref);
  } catch (error) {
    if (error instanceof GitFailure && error.reason === "empty") return undefined;
    throw error;
  }
}

async function authorOf(
  db: LongJobCall["db"],
  { requested_by, created_at }: Operation["row"],
): Promise<NewCommit["author"]> {
  const user = await db
    .selectFrom("users")
    .select(["display_name", "email"])
    .where("id", "=", requested_by)
    .executeTakeFirstOrThrow();
  // The time of the request, so that a second try makes the same commit.
  return { name: user.display_name, email: user.email, at: new Date(created_at) };
}

const mostNamed = 10;

function exportConflict(paths: readonly string[]): ExportConflict {
  const named = paths.slice(0, mostNamed).join(", ");
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  return new ExportConflict(
    "rejected",
    `The branch has changes that the space does not know: ${named}${more}. Nothing was pushed; import first, or --force writes over them.`,
  );
}

interface Planning {
  readonly target: Project;
  /** The content of the space at the last synchronization, written in the same way. */
  readonly before: Project | undefined;
  /** The oids of the branch's files by their paths. */
  readonly branch: ReadonlyMap<string, string>;
  /** The same at the last synchronization. */
  readonly synced: ReadonlyMap<
    string,
    { readonly oid: string; readonly thing: string | undefined }
  >;
  /** Whether the last synchronization was with this branch. */
  readonly isSameRemote: boolean;
  readonly force: boolean;
  readonly readBytes: (file: ProjectFile) => Promise<Uint8Array>;
}

interface ExportPlan {
  /** Bytes by path; null removes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
  /** Paths that were changed on both sides. */
  readonly conflicting: readonly string[];
  /** What is in sync afterwards. */
  readonly files: readonly SyncedFile[];
}

/**
 * Plans to change no more of a repository than was changed in the space. A file whose page is
 * unchanged stays as it is, even if it would be written in another way now; a file that only the
 * branch changed is left for the next import.
 */
async function planExport(planning: Planning): Promise<ExportPlan> {
  const { target, before, branch, synced, isSameRemote, force, readBytes } = planning;
  const changes = new Map<string, Uint8Array | null>();
  const conflicting: string[] = [];
  const files: SyncedFile[] = [];
  const setUnlessChanged = (path: string, change: Uint8Array | null) => {
    if (force || branch.get(path) === synced.get(path)?.oid) changes.set(path, change);
    else conflicting.push(path);
  };

  for (const [path, file] of target) {
    const [branchOid, syncedOid] = [branch.get(path), synced.get(path)?.oid];
    const previous = before?.get(path);
    const isUnchanged =
      previous !== undefined && previous.text === file.text && previous.hash === file.hash;
    if (isUnchanged && (branchOid !== undefined || isSameRemote)) {
      if (syncedOid !== undefined) files.push({ path, oid: syncedOid, thing: file.thing });
      continue;
    }
    const bytesOfFile = await readBytes(file);
    const oid = oidOf(bytesOfFile);
    files.push({ path, oid, thing: file.thing });
    if (branchOid === oid) continue;
    // On another remote, there is nothing that could conflict yet.
    if (branchOid === undefined && !isSameRemote) changes.set(path, bytesOfFile);
    else setUnlessChanged(path, bytesOfFile);
  }
  for (const [path] of before ?? []) {
    if (!target.has(path) && branch.has(path)) setUnlessChanged(path, null);
  }
  // Exports do not write the settings, but remember them.
  for (const [path, { oid, thing }] of synced) {
    if (thing === undefined && !target.has(path)) files.push({ path, oid });
  }
  return { changes, conflicting, files };
}
