/** Files that an export writes to a repository and removes from it. */
import { diffArrays } from "diff";
import { isMarkdown } from "../../../../document/repository/paths.ts";
import { type Clone, getOid } from "../../../engines/git/clone.ts";
import { inBatches } from "../../content/tree/tree-store.ts";
import type { SyncedFile, SyncedFiles } from "../files/synced-files.ts";
import type { GitPhases } from "../phases.ts";
import type { FileChange, ReportLines } from "../report.ts";
import type { MovedBlocks } from "./moved-blocks.ts";
import type { GitProject, ProjectFile } from "./write-project.ts";

/** The number of files of the branch that one git process reads. */
const filesAtOnce = 50;

interface ChangePlanner {
  readonly project: GitProject;
  readonly moved: MovedBlocks;
  /** The oids of the branch's files by path. */
  readonly branch: ReadonlyMap<string, string>;
  /** The oids at the last synchronization. */
  readonly synced: SyncedFiles;
  /** Whether the last synchronization was with this branch. */
  readonly isSameRemote: boolean;
  readonly force: boolean;
  readonly clone: Pick<Clone, "read" | "sizes">;
  readonly phases: GitPhases;
}

interface ChangePlan {
  /** New contents by path; null deletes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
  /** Paths that were changed on both sides. */
  readonly conflicting: readonly string[];
  /** The files that are synchronized afterwards. */
  readonly files: readonly SyncedFile[];
  /** The changes, in the order of their paths. */
  readonly written: readonly FileChange[];
  /** The number of files that only the branch has changed. */
  readonly behind: number;
}

/**
 * Limits the changes to those of the space. The file of an unchanged page stays as it is, even if
 * it would now be written differently; a file that only the branch changed is left to the next
 * import.
 */
export async function planChanges(planning: ChangePlanner): Promise<ChangePlan> {
  const { project, branch, synced, isSameRemote, force } = planning;
  const { files: target, pathsBefore } = project;
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
  const rest = [...target].filter((one) => !stays(one));
  const removed = pathsBefore.filter((path) => !target.has(path) && branch.has(path));
  for (const [path, { thing, oid, bytes, change }] of await writeAll(planning, rest, removed)) {
    files.push({ path, oid, thing });
    if (!change) continue;
    written.push(change);
    // On another remote, there can be no conflicts yet.
    if (!branch.has(path) && !isSameRemote) changes.set(path, bytes);
    else setUnlessChanged(path, bytes);
  }
  const movedFrom = new Set(written.flatMap(({ from }) => from ?? []));
  for (const path of removed) {
    setUnlessChanged(path, null);
    if (movedFrom.has(path)) continue;
    written.push({ path, change: "removed", thing: synced.get(path)?.thing, bytes: 0 });
  }
  // Exports do not write the settings, but keep their synchronized state.
  for (const [path, { oid, thing }] of synced) {
    if (thing === undefined && !target.has(path)) files.push({ path, oid });
  }
  const changedInBranch = [...synced].filter(
    ([path, { oid }]) => isSameRemote && branch.get(path) !== oid && !changes.has(path),
  );
  written.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { changes, conflicting, files, written, behind: changedInBranch.length };
}

/** The new state of a file. */
interface WrittenFile {
  readonly thing: string | undefined;
  readonly oid: string;
  readonly bytes: Uint8Array;
  /** Absent if the branch has the same contents. */
  readonly change: FileChange | undefined;
}

/**
 * @returns the files by path; blocks that moved between them, or from a removed file, keep their
 * formatting
 */
async function writeAll(
  { project, moved, branch, synced, clone, phases }: ChangePlanner,
  files: readonly (readonly [string, ProjectFile])[],
  removed: readonly string[],
): Promise<ReadonlyMap<string, WrittenFile>> {
  const pathOf = new Map(
    [...synced].flatMap(([path, { thing }]) => (thing ? [[thing, path]] : [])),
  );
  const findBase = (path: string, { thing = "", isBinary }: ProjectFile) =>
    isBinary ? undefined : branch.get(pathOf.get(thing) ?? path);
  const writtenFiles = new Map<string, WrittenFile>();
  const write = async (some: typeof files) => {
    for (const [index, batch] of inBatches(some, filesAtOnce).entries()) {
      await phases.count("write", index * filesAtOnce, some.length);
      const bases = await clone.read(batch.flatMap(([path, file]) => findBase(path, file) ?? []));
      for (const [path, file] of batch) {
        const base = bases.get(findBase(path, file) ?? "");
        const bytes = await file.write(base);
        const [oid, from] = [getOid(bytes), pathOf.get(file.thing ?? "")];
        const isSame = branch.get(path) === oid;
        const change = isSame
          ? undefined
          : buildPlannedChange(path, file, { from, branch, base, now: bytes });
        writtenFiles.set(path, { thing: file.thing, oid, bytes, change });
      }
    }
  };
  const hasBase = ([path, file]: (typeof files)[number]) => findBase(path, file) !== undefined;
  const [existingFiles, fresh] = [files.filter(hasBase), files.filter((one) => !hasBase(one))];
  const remainingIds = new Set([...project.files.values()].map(({ thing }) => thing));
  const removedFiles = removed.flatMap((path) => {
    const [thing, oid] = [synced.get(path)?.thing, branch.get(path)];
    return isMarkdown(path) && thing && oid && !remainingIds.has(thing) ? [{ thing, oid }] : [];
  });
  const leaving = removedFiles.map(({ oid }) => oid);
  await clone.sizes([
    ...existingFiles.flatMap(([path, file]) => findBase(path, file) ?? []),
    ...leaving,
  ]);
  const texts = await clone.read(leaving);
  for (const { thing, oid } of removedFiles) {
    const text = texts.get(oid);
    if (text) project.leave(thing, text);
  }
  await write(existingFiles);
  await write(fresh);
  await write(existingFiles.filter(([, { thing = "" }]) => moved.isLate(thing)));
  return writtenFiles;
}

interface FileVersions {
  /** The path of the page or file at the last synchronization. */
  readonly from: string | undefined;
  readonly branch: ReadonlyMap<string, string>;
  readonly base: Uint8Array | undefined;
  readonly now: Uint8Array;
}

function buildPlannedChange(
  path: string,
  { thing, isBinary }: ProjectFile,
  { from, branch, base, now }: FileVersions,
): FileChange {
  const isMoved = from !== undefined && from !== path && branch.has(from) && !branch.has(path);
  return {
    ...{ path, thing, bytes: now.length },
    ...(isMoved ? { change: "moved", from } : { change: branch.has(path) ? "changed" : "added" }),
    ...(!isBinary && { lines: countChangedLines(toText(base), toText(now)) }),
  };
}

function toText(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("utf8");
}

/** Beyond this, a line diff takes long and has no more information than that all lines are new. */
const mostEdits = 2000;

function countChangedLines(before: string, now: string): ReportLines {
  const [old, young] = [formatLines(before), formatLines(now)];
  const parts = diffArrays(old, young, { maxEditLength: mostEdits });
  if (!parts) return { added: young.length, removed: old.length };
  const count = (kind: "added" | "removed") =>
    parts.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  return { added: count("added"), removed: count("removed") };
}

function formatLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
