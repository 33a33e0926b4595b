/** Files of a repository at the last synchronization, and the changes of an import or export to them. */
import type { Queries } from "../../../database/tables.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { inBatches } from "../../content/tree/tree-store.ts";

export interface SyncedFile {
  readonly path: string;
  readonly oid: string;
  /** The page or file of the space. */
  readonly thing?: string | undefined;
}

/** By path. */
export type SyncedFiles = ReadonlyMap<
  string,
  { readonly oid: string; readonly thing: string | undefined }
>;

export interface FileChanges {
  readonly put: readonly SyncedFile[];
  /** Paths. */
  readonly removed: readonly string[];
}

export async function loadSyncedFiles(db: Queries, spaceId: string): Promise<SyncedFiles> {
  const files = new Map<string, { oid: string; thing: string | undefined }>();
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("git_files")
      .select(["path", "oid", "thing_id"])
      .where("space_id", "=", spaceId)
      .where("path", ">", last)
      .orderBy("path")
      .limit(readAtOnce)
      .execute();
    for (const { path, oid, thing_id } of rows)
      files.set(path, { oid, thing: thing_id ?? undefined });
    const end = rows.at(-1);
    if (!end || rows.length < readAtOnce) return files;
    last = end.path;
  }
}

/** In bytes; not every database can index longer paths. */
const longestPath = 2000;

/**
 * The rows to write for the new state.
 * @throws GitFailure for paths that cannot be stored
 */
export function compareFiles(before: SyncedFiles, files: readonly SyncedFile[]): FileChanges {
  const byPath = new Map(files.map((file) => [file.path, file]));
  refuseLongPaths(byPath.keys());
  const put = [...byPath.values()].filter(({ path, oid, thing }) => {
    const syncedFile = before.get(path);
    return syncedFile?.oid !== oid || syncedFile.thing !== thing;
  });
  return { put, removed: [...before.keys()].filter((path) => !byPath.has(path)) };
}

function refuseLongPaths(paths: Iterable<string>): void {
  for (const path of paths) {
    if (Buffer.byteLength(path) <= longestPath) continue;
    throw new GitFailure(
      "too-large",
      `The path ${path.slice(0, 100)}… exceeds the limit of ${longestPath} bytes. Shorten it.`,
    );
  }
}

const readAtOnce = 2000;
const batch = 500;

export async function storeFileChanges(
  db: Queries,
  spaceId: string,
  { put, removed }: FileChanges,
): Promise<void> {
  for (const some of inBatches(removed, batch)) {
    await db
      .deleteFrom("git_files")
      .where("space_id", "=", spaceId)
      .where("path", "in", some)
      .execute();
  }
  for (const some of inBatches(put, batch)) {
    const rows = some.map(({ path, oid, thing }) => ({
      space_id: spaceId,
      path,
      oid,
      thing_id: thing ?? null,
    }));
    await db
      .insertInto("git_files")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["space_id", "path"]).doUpdateSet(({ ref }) => ({
          oid: ref("excluded.oid"),
          thing_id: ref("excluded.thing_id"),
        })),
      )
      .execute();
  }
}
