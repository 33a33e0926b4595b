/** Reusable contents of a repository: its Markdown files in `.gitbook/includes`. */

import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { collectReferences } from "../../../../document/references.ts";
import { hasMisreadText } from "../../../../document/repository/front-matter.ts";
import { mostIncludes, mostIncludeText } from "../../../../document/repository/import-limits.ts";
import { joinPath } from "../../../../document/repository/paths.ts";
import type { ResolveReference } from "../../../../document/repository/resolver.ts";
import { toStoredForm } from "../../../../document/stored-document.ts";
import { computeSum, type TreeEntry } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { ReusableContent } from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import { decodeText } from "../files/decode-text.ts";
import { isInclude, readIncludeFile } from "../files/include-file.ts";
import { resolveWithLost } from "../files/lost-links.ts";
import type { ReadingProject } from "../files/project-assets.ts";
import type { SyncedFile } from "../files/synced-files.ts";
import { readLostLinks } from "./read-lost-links.ts";
import { findTextsThatStay, type UnchangedText } from "./unchanged-texts.ts";

interface Include {
  readonly id: string;
  readonly location: string;
  readonly entry: TreeEntry;
}

export interface Includes {
  readonly idAt: (location: string) => string | undefined;
  readonly files: readonly SyncedFile[];
  /**
   * Stores the documents.
   * @param resolve converts a reference of the file at a location to one of the content
   * @param isRemoved whether a reference of a stored text has lost its target
   * @param ids of what the repository has
   * @returns the reusable contents of the repository, and synchronized ones that never had a file
   */
  readonly store: (
    resolve: ResolveReference,
    isRemoved: (ref: ContentReference) => boolean,
    ids: ReadonlySet<string>,
  ) => Promise<readonly ReusableContent[]>;
}

/**
 * @param isPage whether the table of contents lists the file at a location, which makes it a page
 * @throws GitFailure if the limits of an import are exceeded
 */
export function collectIncludes(
  reading: ReadingProject,
  isPage: (location: string) => boolean,
): Includes {
  const { project, identities } = reading;
  const includes = new Map<string, Include>();
  for (const [location, entry] of project.files) {
    if (!isInclude(location) || isPage(location)) continue;
    const id = identities.of(joinPath(project.paths.root, location), location, "reusable-content");
    includes.set(location, { id, location, entry });
  }
  refuseMany(includes.size);
  return {
    idAt: (location) => includes.get(location)?.id,
    files: [...includes.values()].map(({ id, entry: { path, oid } }) => ({ path, oid, thing: id })),
    store: async (resolve, isRemoved, ids) => {
      const all = [...includes.values()];
      const same = listUnchanged(reading, all);
      const stay = await findTextsThatStay(reading, same, resolve, isRemoved);
      const changed = all.flatMap(({ id }) =>
        stay.has(id) ? [] : (findContentBefore(reading, id) ?? []),
      );
      const parse = (text: string, path: string) =>
        readIncludeFile(text, path, (ref) => ref).document;
      const lost = await readLostLinks(reading, changed, ids, parse);
      const from = (id: string, location: string) =>
        resolveWithLost((ref) => resolve(ref, location), lost.get(id));
      return storeIncludes(reading, all, from, stay);
    },
  };
}

function refuseMany(count: number): void {
  if (count <= mostIncludes) return;
  throw new GitFailure(
    "too-large",
    `The repository has ${count} files in .gitbook/includes, which exceeds the limit of ${mostIncludes}. Combine related files.`,
  );
}

async function storeIncludes(
  reading: ReadingProject,
  includes: readonly Include[],
  createResolve: (id: string, location: string) => (ref: ContentReference) => ContentReference,
  same: ReadonlySet<string>,
): Promise<readonly ReusableContent[]> {
  const { call, clone, memory } = reading;
  const oids = includes.flatMap(({ id, entry }) => (same.has(id) ? [] : entry.oid));
  if (computeSum(await clone.sizes(oids)) > mostIncludeText) {
    throw new GitFailure(
      "too-large",
      `The files in .gitbook/includes exceed the limit of ${mostIncludeText} bytes in total.`,
    );
  }
  const texts = await clone.read(oids);
  const contents = new Map<string, ReusableContent>();
  for (const { id, location, entry } of includes) {
    const before = findContentBefore(reading, id);
    const git = { oid: entry.oid, path: entry.path };
    if (before && same.has(id)) {
      contents.set(id, { ...before, git });
      continue;
    }
    const text = decodeText(texts.get(entry.oid), entry.path);
    const from = createResolve(id, location);
    const { content, document } = readIncludeFile(text, entry.path, from);
    // HTML keeps the URLs of its images, but their files belong to the content too.
    for (const { ref } of document ? collectReferences(document) : []) from(ref);
    const stored = document && toStoredForm(document);
    if (stored) await call.putDocument(stored);
    const isKnown =
      memory.files.get(entry.path)?.thing === id || memory.unsynced.reusableContents.has(id);
    // Resources that were created in the space have no location until their file is moved.
    const isNamed = !(before && isKnown) || before.location !== undefined;
    contents.set(id, {
      ...{ id, ...content },
      ...(isNamed && { location }),
      ...(stored && { document: stored.hash }),
      git,
    });
  }
  await call.flushDocuments();
  return [...withoutFile(reading, contents), ...contents.values()];
}

/** Removes those that the space already has from the list, and returns them in their order. */
function withoutFile(
  { memory }: ReadingProject,
  contents: Map<string, ReusableContent>,
): ReusableContent[] {
  const synced = new Set([...memory.files.values()].map(({ thing }) => thing));
  return memory.tree.reusableContents.flatMap((before) => {
    const content = contents.get(before.id);
    contents.delete(before.id);
    if (content) return [content];
    // Its file was deleted, or is not exported yet.
    const isGone = synced.has(before.id) || memory.unsynced.reusableContents.has(before.id);
    return isGone ? [] : [before];
  });
}

function findContentBefore({ memory }: ReadingProject, id: string): ReusableContent | undefined {
  return (
    getTreeIndex(memory.tree).reusableContents.get(id) ?? memory.unsynced.reusableContents.get(id)
  );
}

/** Those with unchanged files. */
function listUnchanged(reading: ReadingProject, includes: readonly Include[]): UnchangedText[] {
  return includes.flatMap(({ id, location, entry }) => {
    const syncedFile = reading.memory.files.get(entry.path);
    const content = findContentBefore(reading, id);
    const isSame = content && syncedFile?.thing === id && syncedFile.oid === entry.oid;
    return isSame && !hasMisreadText(content.frontMatter)
      ? [{ id, location, document: content.document }]
      : [];
  });
}
