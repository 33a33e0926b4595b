/** Writes the reusable contents of a space to their files, or to new ones in `.gitbook/includes`. */
import type { Queries } from "../../database/tables.ts";
import { emptyDocument, getDocument, loadDocumentFacts } from "../content/documents.ts";
import {
  type ContentTree,
  type ReusableContent,
  reusableFields,
  sameValue,
} from "../content/tree.ts";
import { getTreeIndex } from "../content/tree-index.ts";
import { includeName, includePath, printIncludeFile, rewriteIncludeFile } from "./include-file.ts";
import { type ContentLocations, isInside, type LocatedTree, leadAlike } from "./locations.ts";
import type { TextLinks } from "./text-file.ts";

/**
 * @param locations of the pages and files
 * @param formerLocations former locations, for contents without a location
 * @returns the locations with those of the reusable contents
 */
export function withIncludeLocations(
  locations: ContentLocations,
  tree: ContentTree,
  formerLocations: ContentLocations,
): ContentLocations {
  const all = new Map(locations);
  const usedPaths = new Set(locations.values());
  const inAnyCase = new Set([...usedPaths].map((location) => location.toLowerCase()));
  const take = (
    id: string,
    candidates: Iterable<string | undefined>,
    isFree: (location: string) => boolean,
  ) => {
    for (const candidate of candidates) {
      if (candidate === undefined || !isInside(candidate) || !isFree(candidate)) continue;
      all.set(id, candidate);
      usedPaths.add(candidate);
      inAnyCase.add(candidate.toLowerCase());
      return;
    }
  };
  for (const { id, location } of tree.reusableContents) {
    take(id, [location, formerLocations.get(id)], (path) => !usedPaths.has(path));
  }
  for (const { id, title } of tree.reusableContents) {
    if (!all.has(id)) take(id, freePaths(title), (path) => !inAnyCase.has(path.toLowerCase()));
  }
  return all;
}

function* freePaths(title: string): Generator<string> {
  const name = includeName(title);
  yield includePath(name);
  for (let number = 1; ; number++) yield includePath(`${name}-${number}`);
}

/** A reusable content as a file of an export. */
interface PlannedInclude {
  readonly thing: string;
  readonly location: string;
  readonly isUnchanged: boolean;
  readonly write: (base: Uint8Array | undefined) => Promise<Uint8Array>;
}

/**
 * @param oldSide the last synchronized content
 * @param linksFrom the conversion of references in the file of a reusable content
 */
export async function planIncludes(
  { db, spaceId }: { readonly db: Queries; readonly spaceId: string },
  is: LocatedTree,
  oldSide: LocatedTree | undefined,
  linksFrom: (id: string) => TextLinks,
): Promise<PlannedInclude[]> {
  const hashes = is.tree.reusableContents.flatMap(({ document }) => document ?? []);
  const facts = await loadDocumentFacts(db, spaceId, hashes);
  const stays = (content: ReusableContent, location: string) => {
    const before = oldSide && getTreeIndex(oldSide.tree).reusableContents.get(content.id);
    if (!before || oldSide.locations.get(content.id) !== location) return false;
    const refs = (facts.get(content.document ?? "")?.references ?? []).map(({ ref }) => ref);
    return (
      reusableFields.every((name) => sameValue(content[name], before[name])) &&
      leadAlike(refs, location, is, oldSide)
    );
  };
  return is.tree.reusableContents.map((content) => {
    const { id, document: hash } = content;
    const location = is.locations.get(id) ?? "";
    return {
      ...{ thing: id, location, isUnchanged: stays(content, location) },
      async write(base) {
        const document = hash === undefined ? emptyDocument : await getDocument(db, spaceId, hash);
        const whole = { content, document, path: location, links: linksFrom(id) };
        const updatedText = base && rewriteIncludeFile(Buffer.from(base).toString("utf8"), whole);
        return Buffer.from(updatedText ?? printIncludeFile(whole), "utf8");
      },
    };
  });
}
