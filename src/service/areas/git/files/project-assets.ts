/** Files of a repository that pages refer to. */
import { largestFile, mostBytes } from "../../../../document/repository/import-limits.ts";
import { assetsFolder, getBaseName, joinPath } from "../../../../document/repository/paths.ts";
import { getContentType } from "../../../engines/content-type.ts";
import { computeSum, type ReadableClone, type TreeEntry } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { ContentTree, TreeFile } from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import type { Identities, SyncState } from "../import/identities.ts";
import type { ThreadCall } from "../thread-call.ts";
import type { ProjectFiles } from "./project-files.ts";

/** The input of an import. */
export interface ReadingProject {
  readonly call: ThreadCall;
  readonly spaceId: string;
  readonly clone: ReadableClone;
  readonly project: ProjectFiles;
  readonly memory: SyncState;
  readonly identities: Identities;
}

interface Asset {
  readonly id: string;
  readonly location: string;
  readonly entry: TreeEntry;
}

export interface Assets {
  /** The id of the file at a location, which must exist; the file becomes a part of the content. */
  readonly getAssetId: (location: string) => string;
  readonly list: () => readonly Asset[];
  /**
   * Stores the contents of the files, and lists the files.
   * @throws GitFailure for files that are too large, alone or in total
   */
  readonly store: (before: ContentTree) => Promise<readonly TreeFile[]>;
}

export function collectAssets(reading: ReadingProject): Assets {
  const { call, project, memory, identities, clone } = reading;
  const { paths, files } = project;
  const existingFiles = getTreeIndex(memory.tree).files;
  const byLocation = new Map<string, Asset>();
  const resolvePath = (location: string) => joinPath(paths.root, location);

  function getAssetId(location: string): string {
    const asset = byLocation.get(location);
    if (asset) return asset.id;
    const entry = files.get(location);
    if (!entry) throw new Error(`The repository has no file ${location}.`);
    const id = identities.of(resolvePath(location), location, "file");
    byLocation.set(location, { id, location, entry });
    return id;
  }

  for (const [location, { path }] of files) {
    const thing = memory.files.get(path)?.thing;
    if (
      location.startsWith(`${assetsFolder}/`) ||
      (thing !== undefined && existingFiles.has(thing))
    )
      getAssetId(location);
  }
  const isSame = ({ id, entry }: Asset) =>
    existingFiles.has(id) && memory.files.get(entry.path)?.oid === entry.oid;

  return {
    getAssetId,
    list: () => [...byLocation.values()],
    async store(before) {
      const all = [...byLocation.values()].sort((one, other) =>
        one.location < other.location ? -1 : 1,
      );
      const changed = all.filter((one) => !isSame(one)).map(({ entry }) => entry);
      const oids = changed.map(({ oid }) => oid);
      refuseLarge(changed, await clone.sizes(oids));
      const blobs = await clone.read(oids);
      const files: TreeFile[] = [];
      for (const { id, location, entry } of all) {
        const previous = getTreeIndex(before).files.get(id);
        const git = { oid: entry.oid, path: entry.path };
        const blob = blobs.get(entry.oid);
        if (previous && !blob) {
          files.push({ ...previous, git });
          continue;
        }
        const stays = memory.files.get(entry.path)?.thing === id;
        const { hash, size } = await call.putFile(blob ?? new Uint8Array());
        const name = stays && previous ? previous.name : getBaseName(location);
        const contentType = stays && previous ? previous.contentType : getContentType(name);
        const located = !stays || previous?.location !== undefined ? { location } : {};
        files.push({ id, name, contentType, hash, size, ...located, git });
      }
      return sortFiles(before, files);
    },
  };
}

/** Files that the space already has keep their order. */
function sortFiles(before: ContentTree, files: readonly TreeFile[]): TreeFile[] {
  const paths = new Map(before.files.map(({ id }, index) => [id, index]));
  const position = ({ id }: TreeFile) => paths.get(id) ?? Number.POSITIVE_INFINITY;
  return [...files].sort((one, other) =>
    position(one) === position(other) ? 0 : position(one) - position(other),
  );
}

function refuseLarge(entries: readonly TreeEntry[], sizes: ReadonlyMap<string, number>): void {
  const computeSize = ({ oid }: TreeEntry) => sizes.get(oid) ?? 0;
  const large = entries.find((entry) => computeSize(entry) > largestFile);
  if (large) {
    throw new GitFailure(
      "too-large",
      `${large.path} has ${computeSize(large)} bytes, which exceeds the limit of ${largestFile}.`,
    );
  }
  if (computeSum(sizes) > mostBytes) {
    throw new GitFailure("too-large", `The files exceed the limit of ${mostBytes} bytes in total.`);
  }
}
