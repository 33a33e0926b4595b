/** The long part of an export, in its thread: writes the space as files, and the changes as a commit. */
import { diffArrays } from "diff";
import type { RepositoryAddress } from "../../engines/git/address.ts";
import { type Author, type Clone, oidOf, openClone } from "../../engines/git/clone.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { readTree } from "../content/revisions.ts";
import { inBatches } from "../content/tree-store.ts";
import { findUnsynced, matchUnsynced } from "./identities.ts";
import { type OperationRequest, remoteKey } from "./operation.ts";
import type { Phases } from "./phases.ts";
import { findProjectPaths } from "./project-files.ts";
import {
  changesOfRepository,
  type FileChange,
  type Lines,
  type Report,
  summarize,
  sumOfLines,
} from "./report.ts";
import {
  changesOfFiles,
  type FileChanges,
  type SyncedFile,
  type SyncedFiles,
  syncedFiles,
} from "./synced-files.ts";
import type { ThreadCall } from "./thread-call.ts";
import { type Project, type ProjectFile, planProject } from "./write-project.ts";

export interface ExportInput {
  readonly spaceId: string;
  readonly revisionId: string;
  readonly author: Author;
  readonly request: OperationRequest;
  readonly address: RepositoryAddress;
  /** Where the clone is. */
  readonly folder: string;
  /** The newest commit of the branch; undefined if there is none. */
  readonly parent: string | undefined;
  /** What was in sync last. */
  readonly syncedPlace: string | null;
  readonly syncedRevision: string | null;
}

export interface PlannedExport {
  /** The commit to push; the parent if nothing changes. */
  readonly commit: string | undefined;
  readonly files: FileChanges;
  readonly report: Report;
}

/** @throws GitFailure for changes of the branch that an export would overwrite */
export async function planExport(input: ExportInput, call: ThreadCall): Promise<PlannedExport> {
  const clone = openClone(input, call.fetchObjects);
  try {
    return await planIn(clone, input, call);
  } finally {
    await clone.close();
  }
}

async function planIn(clone: Clone, input: ExportInput, call: ThreadCall): Promise<PlannedExport> {
  const { db, phases } = call;
  const { spaceId, request, parent, syncedRevision } = input;
  const entries = parent === undefined ? [] : await clone.entries(parent);
  const { paths } = await findProjectPaths(clone, entries, request.directory);
  const synced = await syncedFiles(db, spaceId);
  const prefix = paths.root === "" ? "" : `${paths.root}/`;
  const now = await readTree(db, input.revisionId);
  const before = syncedRevision === null ? undefined : await readTree(db, syncedRevision);
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
  let blocks = 0;
  const { files: target, pathsBefore } = await planProject({
    ...{ db, spaceId, paths, known, now, before },
    printed: (count) => {
      blocks += count;
    },
  });
  const branch = new Map(entries.map(({ path, oid }) => [path, oid]));
  const plan = await phases.during("write", () =>
    planChanges({
      ...{ target, pathsBefore, branch, synced, clone, phases },
      isSameRemote: input.syncedPlace === remoteKey(request),
      force: request.force,
    }),
  );
  const { conflicting, written } = plan;
  if (conflicting.length > 0 && !request.plan) throw exportConflict(conflicting);
  const report = {
    ...summarize(changesOfRepository(written, { now, before, summary: paths.summary })),
    ...(conflicting.length > 0 && {
      conflicts: conflicting.slice(0, mostConflicts).map((path) => ({ title: path, path })),
    }),
    behind: plan.behind,
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    blocks,
    lines: sumOfLines(written),
  };
  const files = changesOfFiles(synced, plan.files);
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
/** Files of the branch that are read by one git program. */
const filesAtOnce = 50;

function exportConflict(paths: readonly string[]): GitFailure {
  const named = paths.slice(0, mostNamed).join(", ");
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  return new GitFailure(
    "rejected",
    `The branch has changes that the space does not know: ${named}${more}. Nothing was pushed; import first, or --force writes over them.`,
  );
}

interface Planning {
  readonly target: Project["files"];
  readonly pathsBefore: Project["pathsBefore"];
  /** The oids of the branch's files by their paths. */
  readonly branch: ReadonlyMap<string, string>;
  /** The same at the last synchronization. */
  readonly synced: SyncedFiles;
  /** Whether the last synchronization was with this branch. */
  readonly isSameRemote: boolean;
  readonly force: boolean;
  readonly clone: Clone;
  readonly phases: Phases;
}

interface Plan {
  /** Bytes by path; null removes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
  /** Paths that were changed on both sides. */
  readonly conflicting: readonly string[];
  /** What is in sync afterwards. */
  readonly files: readonly SyncedFile[];
  /** What changes, in the order of the paths. */
  readonly written: readonly FileChange[];
  /** How many files only the branch has changed. */
  readonly behind: number;
}

/**
 * Plans to change no more of a repository than was changed in the space. A file whose page is
 * unchanged stays as it is, even if it would be written in another way now; a file that only the
 * branch changed is left for the next import.
 */
async function planChanges(planning: Planning): Promise<Plan> {
  const { target, pathsBefore, branch, synced, isSameRemote, force, clone, phases } = planning;
  const pathOf = new Map(
    [...synced].flatMap(([path, { thing }]) => (thing ? [[thing, path]] : [])),
  );
  const changes = new Map<string, Uint8Array | null>();
  const conflicting: string[] = [];
  const files: SyncedFile[] = [];
  const written: FileChange[] = [];
  const setUnlessChanged = (path: string, change: Uint8Array | null) => {
    if (force || branch.get(path) === synced.get(path)?.oid) changes.set(path, change);
    else conflicting.push(path);
  };

  const stays = ([path, file]: readonly [string, ProjectFile]) =>
    file.isUnchanged && (branch.has(path) || isSameRemote);
  for (const [path, { thing }] of [...target].filter(stays)) {
    const oid = synced.get(path)?.oid;
    if (oid !== undefined) files.push({ path, oid, thing });
  }
  const baseOf = (path: string, { thing = "", isBinary }: ProjectFile) =>
    isBinary ? undefined : branch.get(pathOf.get(thing) ?? path);
  const rest = [...target].filter((one) => !stays(one));
  await clone.sizes(rest.flatMap(([path, file]) => baseOf(path, file) ?? []));
  for (const [at, some] of inBatches(rest, filesAtOnce).entries()) {
    await phases.count("write", at * filesAtOnce, rest.length);
    const bases = await clone.read(some.flatMap(([path, file]) => baseOf(path, file) ?? []));
    for (const [path, file] of some) {
      const base = bases.get(baseOf(path, file) ?? "");
      const bytesOfFile = await file.write(base);
      const oid = oidOf(bytesOfFile);
      files.push({ path, oid, thing: file.thing });
      const branchOid = branch.get(path);
      if (branchOid === oid) continue;
      written.push(
        changeOf(path, file, {
          from: pathOf.get(file.thing ?? ""),
          branch,
          base,
          now: bytesOfFile,
        }),
      );
      // On another remote, there is nothing that could conflict yet.
      if (branchOid === undefined && !isSameRemote) changes.set(path, bytesOfFile);
      else setUnlessChanged(path, bytesOfFile);
    }
  }
  const movedFrom = new Set(written.flatMap(({ from }) => from ?? []));
  for (const path of pathsBefore) {
    if (target.has(path) || !branch.has(path)) continue;
    setUnlessChanged(path, null);
    if (movedFrom.has(path)) continue;
    written.push({ path, change: "removed", thing: synced.get(path)?.thing, bytes: 0 });
  }
  // Exports do not write the settings, but remember them.
  for (const [path, { oid, thing }] of synced) {
    if (thing === undefined && !target.has(path)) files.push({ path, oid });
  }
  const behind = [...synced].filter(
    ([path, { oid }]) => isSameRemote && branch.get(path) !== oid && !changes.has(path),
  );
  written.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { changes, conflicting, files, written, behind: behind.length };
}

interface Written {
  /** Where the page or file was at the last synchronization. */
  readonly from: string | undefined;
  readonly branch: ReadonlyMap<string, string>;
  readonly base: Uint8Array | undefined;
  readonly now: Uint8Array;
}

function changeOf(
  path: string,
  { thing, isBinary }: ProjectFile,
  { from, branch, base, now }: Written,
): FileChange {
  const isMoved = from !== undefined && from !== path && branch.has(from) && !branch.has(path);
  return {
    ...{ path, thing, bytes: now.length },
    ...(isMoved ? { change: "moved", from } : { change: branch.has(path) ? "changed" : "added" }),
    ...(!isBinary && { lines: changedLines(textOf(base), textOf(now)) }),
  };
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("utf8");
}

/** Beyond it, telling the lines apart takes long, and says no more than that all are new. */
const mostEdits = 2000;

function changedLines(before: string, now: string): Lines {
  const [old, young] = [linesOf(before), linesOf(now)];
  const parts = diffArrays(old, young, { maxEditLength: mostEdits });
  if (!parts) return { added: young.length, removed: old.length };
  const count = (kind: "added" | "removed") =>
    parts.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  return { added: count("added"), removed: count("removed") };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
