/** The files of a repository that pages refer to. */

import { hashOf } from "../../../json/canonical.ts";
import type { Queries } from "../../database/tables.ts";
import { contentTypeOf } from "../../engines/content-type.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Entry, Repository } from "../../engines/git.ts";
import { largestFile } from "../content/blobs.ts";
import type { File, Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import type { Identities, Memory } from "./identities.ts";
import { baseName, joined } from "./paths.ts";
import type { Found } from "./project-files.ts";

/** What one import of a repository reads from. */
export interface ReadingProject {
  readonly db: Queries;
  readonly spaceId: string;
  readonly repository: Repository;
  readonly found: Found;
  readonly memory: Memory;
  readonly identities: Identities;
}

interface Taken {
  readonly id: string;
  readonly location: string;
  readonly entry: Entry;
}

export interface Assets {
  /** The id of the file at a location, which must be there; from then on it belongs to the content. */
  readonly idOf: (location: string) => string;
  readonly taken: () => readonly Taken[];
  /** @throws GitFailure for files that are too large, alone or together */
  readonly read: (before: Tree) => Promise<{
    readonly files: readonly File[];
    readonly bytes: ReadonlyMap<string, Uint8Array>;
  }>;
}

const mostBytes = 256 * 1024 * 1024;
const folder = ".gitbook/assets/";

export function collectAssets({ found, memory, identities, repository }: ReadingProject): Assets {
  const { places, files } = found;
  const known = indexOf(memory.tree).files;
  const byLocation = new Map<string, Taken>();
  const pathOf = (location: string) => joined(places.root, location);

  function idOf(location: string): string {
    const taken = byLocation.get(location);
    if (taken) return taken.id;
    const entry = files.get(location);
    if (!entry) throw new Error(`There is no file ${location}.`);
    const id = identities.of(pathOf(location), location);
    byLocation.set(location, { id, location, entry });
    return id;
  }

  for (const [location, { path }] of files) {
    const thing = memory.files.get(path)?.thing;
    if (location.startsWith(folder) || (thing !== undefined && known.has(thing))) idOf(location);
  }
  const isSame = ({ id, entry }: Taken) =>
    known.has(id) && memory.files.get(entry.path)?.oid === entry.oid;

  return {
    idOf,
    taken: () => [...byLocation.values()],
    async read(before) {
      const all = [...byLocation.values()].sort((one, other) =>
        one.location < other.location ? -1 : 1,
      );
      const changed = all.filter((one) => !isSame(one)).map(({ entry }) => entry);
      check(changed);
      const blobs = await repository.read(changed.map(({ oid }) => oid));
      const bytes = new Map<string, Uint8Array>();
      const read = all.map(({ id, location, entry }): File => {
        const old = indexOf(before).files.get(id);
        const git = { oid: entry.oid, path: entry.path };
        const blob = blobs.get(entry.oid);
        const stays = memory.files.get(entry.path)?.thing === id;
        if (old && !blob) return { ...old, git };
        const own = blob ?? new Uint8Array();
        const hash = hashOf(own);
        bytes.set(hash, own);
        const name = stays && old ? old.name : baseName(location);
        const contentType = stays && old ? old.contentType : contentTypeOf(name);
        const placed = !stays || old?.location !== undefined ? { location } : {};
        return { id, name, contentType, hash, size: own.length, ...placed, git };
      });
      return { files: inOrderOf(before, read), bytes };
    },
  };
}

/** Files that were there keep their order. */
function inOrderOf(before: Tree, files: readonly File[]): File[] {
  const places = new Map(before.files.map(({ id }, at) => [id, at]));
  const place = ({ id }: File) => places.get(id) ?? Number.POSITIVE_INFINITY;
  return [...files].sort((one, other) =>
    place(one) === place(other) ? 0 : place(one) - place(other),
  );
}

function check(entries: readonly Entry[]): void {
  const large = entries.find(({ size }) => size > largestFile);
  if (large) {
    throw new GitFailure(
      "too-large",
      `${large.path} has ${large.size} bytes; at most ${largestFile} are taken in.`,
    );
  }
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
    throw new GitFailure("too-large", `The files have more than ${mostBytes} bytes together.`);
  }
}
