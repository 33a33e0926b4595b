/**
 * The long part of an export, in a worker thread: writes the space as files, and the changes as a
 * commit.
 */
import type { RepositoryAddress } from "../../../engines/git/address.ts";
import { type Author, type Clone, openClone } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { readTree } from "../../content/revisions.ts";
import { findProjectPaths } from "../files/project-files.ts";
import { compareFiles, type FileChanges, loadSyncedFiles } from "../files/synced-files.ts";
import { findUnsynced, matchUnsynced } from "../import/identities.ts";
import { type OperationRequest, toRemoteKey } from "../operation.ts";
import { listRepositoryChanges, type SyncReport, sumLines, summarize } from "../report.ts";
import type { ThreadCall } from "../thread-call.ts";
import { MovedBlocks } from "./moved-blocks.ts";
import { planChanges } from "./plan-changes.ts";
import { planProject } from "./write-project.ts";

export interface ExportPlanInput {
  readonly spaceId: string;
  readonly revisionId: string;
  readonly author: Author;
  readonly request: OperationRequest;
  readonly address: RepositoryAddress;
  /** The folder of the clone. */
  readonly folder: string;
  /** The newest commit of the branch; undefined if there is none. */
  readonly parent: string | undefined;
  /** The last synchronized remote. */
  readonly syncedPlace: string | null;
  readonly syncedRevision: string | null;
}

export interface PlannedExport {
  /** The commit to push; the parent if there are no changes. */
  readonly commit: string | undefined;
  readonly files: FileChanges;
  readonly report: SyncReport;
}

/** @throws GitFailure for changes of the branch that an export would overwrite */
export async function planExport(input: ExportPlanInput, call: ThreadCall): Promise<PlannedExport> {
  const clone = openClone(input, call.fetchObjects);
  try {
    return await planIn(clone, input, call);
  } finally {
    await clone.close();
  }
}

async function planIn(
  clone: Clone,
  input: ExportPlanInput,
  call: ThreadCall,
): Promise<PlannedExport> {
  const { db, phases } = call;
  const { spaceId, request, parent, syncedRevision } = input;
  const entries = parent === undefined ? [] : await clone.entries(parent);
  const { paths } = await findProjectPaths(clone, entries, request.directory);
  const synced = await loadSyncedFiles(db, spaceId);
  const prefix = paths.root === "" ? "" : `${paths.root}/`;
  const now = await readTree(db, input.revisionId);
  const before = syncedRevision === null ? undefined : await readTree(db, syncedRevision);
  const locations = entries.flatMap(({ path }) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  );
  const formerLocations = new Map([
    ...[...matchUnsynced(findUnsynced(now, before), locations)].map(
      ([at, id]) => [id, at] as const,
    ),
    ...[...synced].flatMap(([path, { thing }]) =>
      thing !== undefined && path.startsWith(prefix)
        ? [[thing, path.slice(prefix.length)] as const]
        : [],
    ),
  ]);
  const moved = new MovedBlocks();
  const blocks = new Map<string, number>();
  const project = await planProject({
    ...{ db, spaceId, paths, known: formerLocations, now, before, moved },
    printed: (thing, count) => blocks.set(thing, count),
  });
  const branch = new Map(entries.map(({ path, oid }) => [path, oid]));
  const plan = await phases.during("write", () =>
    planChanges({
      ...{ project, moved, branch, synced, clone, phases },
      // A repository that became empty needs all files again.
      isSameRemote: parent !== undefined && input.syncedPlace === toRemoteKey(request),
      force: request.force,
    }),
  );
  const { conflicting, written } = plan;
  if (conflicting.length > 0 && !request.plan) throw exportConflict(conflicting);
  const report = {
    ...summarize(listRepositoryChanges(written, { now, before, summary: paths.summary })),
    ...(conflicting.length > 0 && {
      conflicts: conflicting.slice(0, mostConflicts).map((path) => ({ title: path, path })),
    }),
    behind: plan.behind,
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    blocks: [...blocks.values()].reduce((sum, count) => sum + count, 0),
    lines: sumLines(written),
  };
  const files = compareFiles(synced, plan.files);
  const { changes } = plan;
  const isSame = changes.size === 0 || request.plan === true;
  const message = request.commitMessage ?? "";
  const { author } = input;
  const commit = isSame
    ? parent
    : await phases.during("write", () => clone.commit({ parent, message, author, changes }));
  return { commit, files, report: { ...report, phases: phases.list() } };
}

const mostConflicts = 500;
const mostNamed = 10;

function exportConflict(paths: readonly string[]): GitFailure {
  const names = paths.slice(0, mostNamed).join(", ");
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  return new GitFailure(
    "rejected",
    `The branch has changes that were not imported: ${names}${more}. Nothing was pushed. Import them first, or use --force to overwrite them.`,
  );
}
