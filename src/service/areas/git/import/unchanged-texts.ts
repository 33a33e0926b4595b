/** Texts whose files have not changed: they are not read again, unless a link has a new target. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { findTargetId, withoutFragment } from "../../../../document/reference-address.ts";
import type { ResolveReference } from "../../../../document/repository/resolver.ts";
import { loadDocumentFacts } from "../../content/texts/documents.ts";
import { isSameValue } from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import type { ReadingProject } from "../files/project-assets.ts";

/** A text at the last synchronization, whose file has not changed. */
export interface UnchangedText {
  /** The id of its page or reusable content. */
  readonly id: string;
  readonly location: string;
  readonly document: string | undefined;
}

/**
 * The ids of the texts that reading their files again would not change.
 * @param isRemoved whether a reference of a stored text has lost its target
 */
export async function findTextsThatStay(
  { call, spaceId }: Pick<ReadingProject, "call" | "spaceId">,
  texts: readonly UnchangedText[],
  resolve: ResolveReference,
  isRemoved: (ref: ContentReference) => boolean,
): Promise<Set<string>> {
  const hashes = texts.flatMap(({ document }) => document ?? []);
  const facts = await loadDocumentFacts(call.db, spaceId, hashes);
  const stay = texts.filter(({ document, location }) =>
    (facts.get(document ?? "")?.references ?? []).every(
      ({ ref }) => !isRemoved(ref) && isSameValue(resolve(ref, location), ref),
    ),
  );
  return new Set(stay.map(({ id }) => id));
}

/**
 * Whether a reference of a stored text leads to a resource that the repository no longer has. Its
 * file still has the URL, which may have another target now or later.
 * @param ids of the pages, files and reusable contents of the repository
 */
export function createRemovalTest(
  { memory }: Pick<ReadingProject, "memory">,
  ids: ReadonlySet<string>,
): (ref: ContentReference) => boolean {
  const { pages, files, reusableContents } = getTreeIndex(memory.tree);
  const isBefore = (id: string) => pages.has(id) || files.has(id) || reusableContents.has(id);
  const synced = new Set([...memory.files.values()].map(({ thing }) => thing));
  const hasNew = [...ids].some((id) => !isBefore(id));
  return (ref) => {
    const id = findTargetId(withoutFragment(ref));
    if (id === undefined || ids.has(id)) return false;
    // A resource that was removed before can only return with a new id.
    return synced.has(id) || (hasNew && !isBefore(id));
  };
}
