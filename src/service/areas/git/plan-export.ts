/** What an export changes in a repository: no more than what was changed in the space. */
import { oidOf } from "../../engines/git.ts";
import type { SyncedFile } from "./operation.ts";
import type { Project, ProjectFile } from "./write-project.ts";

interface Planning {
  readonly wanted: Project;
  /** The content as it was when both sides were alike, written in the same way. */
  readonly before: Project | undefined;
  /** The oids of the branch's files by their paths. */
  readonly there: ReadonlyMap<string, string>;
  /** The same when both sides were alike. */
  readonly synced: ReadonlyMap<
    string,
    { readonly oid: string; readonly thing: string | undefined }
  >;
  /** Whether the branch is the one that was alike. */
  readonly isSamePlace: boolean;
  readonly force: boolean;
  readonly bytes: (file: ProjectFile) => Promise<Uint8Array>;
}

export interface ExportPlan {
  /** Bytes by path; null removes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
  /** Paths that were changed on both sides. */
  readonly contradicting: readonly string[];
  /** What is alike afterwards. */
  readonly files: readonly SyncedFile[];
}

/**
 * A file whose page is as it was stays byte for byte, also where it would be written in another
 * way now; a file that only the branch changed is left for the next import.
 */
export async function planExport(planning: Planning): Promise<ExportPlan> {
  const { wanted, before, there, synced, isSamePlace, force, bytes } = planning;
  const changes = new Map<string, Uint8Array | null>();
  const contradicting: string[] = [];
  const files: SyncedFile[] = [];
  const settle = (path: string, change: Uint8Array | null) => {
    if (force || there.get(path) === synced.get(path)?.oid) changes.set(path, change);
    else contradicting.push(path);
  };

  for (const [path, file] of wanted) {
    const [is, was] = [there.get(path), synced.get(path)?.oid];
    const old = before?.get(path);
    const isUnchanged = old !== undefined && old.text === file.text && old.hash === file.hash;
    if (isUnchanged && (is !== undefined || isSamePlace)) {
      if (was !== undefined) files.push({ path, oid: was, thing: file.thing });
      continue;
    }
    const own = await bytes(file);
    const oid = oidOf(own);
    files.push({ path, oid, thing: file.thing });
    if (is === oid) continue;
    // In another place nothing is there yet to contradict.
    if (is === undefined && !isSamePlace) changes.set(path, own);
    else settle(path, own);
  }
  for (const [path] of before ?? []) {
    if (!wanted.has(path) && there.has(path)) settle(path, null);
  }
  // Settings are not written here, but remembered.
  for (const [path, { oid, thing }] of synced) {
    if (thing === undefined && !wanted.has(path)) files.push({ path, oid });
  }
  return { changes, contradicting, files };
}
