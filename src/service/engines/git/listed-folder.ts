/** A local folder that is imported from a list of files, without a repository; used by previews. */
import { readForeignFile } from "../../../files/foreign-file.ts";
import type { Repository } from "../git.ts";
import type { ListedFolder } from "../network/egress.ts";
import type { RepositoryAddress } from "./address.ts";
import type { ReadableClone } from "./clone.ts";
import { GitFailure } from "./failure.ts";

/** The maximum size of all text of an import, in bytes. */
const maximumSize = 256 * 1024 * 1024;

/** It has one commit; fetch and push do nothing. */
export function createListedRepository(
  address: RepositoryAddress,
  listed: ListedFolder,
): Repository {
  return {
    ...{ address, listed, folder: listed.folder },
    fetch: async () => listed.commit,
    fetchObjects: async () => {},
    listBranches: async () => new Map(),
    findDefaultBranch: async () => undefined,
    isRewritten: async () => false,
    fetchCommit: async () => false,
    async push() {
      throw new GitFailure("refused", `${address.url} is read-only.`);
    },
  };
}

/**
 * Without history: a file that was moved and edited at once is treated as a new file.
 * @throws GitFailure from `read`, for a file that was deleted in the meantime
 */
export function openListed({ folder, files }: ListedFolder): ReadableClone {
  const byOid = new Map(files.map((file) => [file.oid, file]));
  // Synchronous, because this runs in a separate thread.
  const readBytes = (path: string) => {
    try {
      return readForeignFile(folder, path, { limit: maximumSize, shown: path });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new GitFailure("failed", `Cannot read ${path}: ${reason}`);
    }
  };
  const each = <T>(oids: readonly string[], of: (file: ListedFolder["files"][number]) => T) =>
    new Map(
      oids.flatMap((oid) => {
        const file = byOid.get(oid);
        return file ? [[oid, of(file)] as const] : [];
      }),
    );
  return {
    entries: async () => [...files],
    sizes: async (oids) => each(oids, ({ size }) => size),
    read: async (oids) => each(oids, ({ path }) => readBytes(path)),
    message: async () => "Preview",
    renames: async () => new Map(),
    close: async () => {},
  };
}
