/** API specifications and URLs in the texts of a site that a visitor sees. */
import { sql } from "kysely";
import { parseReference } from "../../../document/reference-address.ts";
import { loadOnce } from "../../core/cached-results.ts";
import { containsText } from "../../core/texts.ts";
import type { Queries } from "../../database/tables.ts";
import type { TextWorkContext } from "../content/texts/inclusions.ts";
import {
  findTexts,
  haveConditions,
  loadSiteSpaces,
  loadTextSpaces,
  readCurrentContent,
  type SpaceContent,
  type VisitorReader,
} from "../content/texts/text-spaces.ts";
import {
  findTargets,
  type LinkedTargets,
  type ListTargets,
  removeVisibleTargets,
  type TargetSearch,
} from "../content/texts/visible-text.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";

/** Whether a text that the visitor sees refers to an API specification. */
export async function showsSpecification(
  db: Queries,
  visitor: VisitorReader["visitor"],
  { id, slug }: { readonly id: string; readonly slug: string },
): Promise<boolean> {
  const work = { db, caller: visitor.site };
  const spaces = await loadTextSpaces(db, visitor.spaces);
  const find = (source: SpaceContent) => findSpecifications(work, source);
  return showsTarget(work, visitor, [id, slug], { spaces, find, listTargets: listSpecifications });
}

/** Whether a text of the space that the visitor sees contains a URL as a link or embed. */
export async function showsUrl(
  db: Queries,
  visitor: VisitorReader["visitor"],
  spaceId: string,
  url: string,
): Promise<boolean> {
  const source = await readCurrentContent(db, spaceId);
  const texts = await findTexts(db, source, containsText(sql`refs`, JSON.stringify(url)));
  const inTexts = new Map([...texts.keys()].map((id) => [id, [url]]));
  const listTargets: ListTargets = (references, { id }) =>
    id === spaceId && references.some((ref) => ref.kind === "url" && ref.url === url) ? [url] : [];
  const linkedTargets = {
    ...{ inSettings: new Set<string>(), inTexts },
    textsByTarget: new Map([[url, [...texts.keys()]]]),
  };
  const find = async ({ id }: SpaceContent) => (id === spaceId ? linkedTargets : noTargets);
  // Most URLs of other requests are in no text.
  if (inTexts.size === 0) return false;
  const work = { db, caller: visitor.site };
  const { spaces } = await loadSiteSpaces(db, source, { visitor });
  return showsTarget(work, visitor, [url], { spaces, find, listTargets });
}

const noTargets: LinkedTargets = {
  inSettings: new Set(),
  inTexts: new Map(),
  textsByTarget: new Map(),
};

/** @param targets names of the same target */
async function showsTarget(
  work: TextWorkContext,
  visitor: VisitorReader["visitor"],
  targets: readonly string[],
  search: Omit<TargetSearch, "visitor">,
): Promise<boolean> {
  const remaining = new Set(targets);
  let isLinked = false;
  for (const { space, tree, conditional } of search.spaces) {
    const { textsByTarget } = await search.find({ id: space.id, tree });
    const { pages } = getTreeIndex(tree);
    for (const id of targets.flatMap((target) => textsByTarget.get(target) ?? [])) {
      isLinked = true;
      if (pages.has(id) && !conditional.has(id)) return true;
    }
  }
  if (!isLinked || !haveConditions(search.spaces)) return isLinked;
  await removeVisibleTargets(work, remaining, { visitor, ...search });
  return remaining.size < targets.length;
}

const specificationsOfTrees = new WeakMap<ContentTree, Promise<LinkedTargets>>();

/** Cached by the tree, because a page takes several requests for its specifications. */
function findSpecifications(work: TextWorkContext, source: SpaceContent): Promise<LinkedTargets> {
  return loadOnce(specificationsOfTrees, source.tree, () =>
    findTargets(work, source, listSpecifications),
  );
}

/** Slugs and ids. */
const listSpecifications: ListTargets = (references) =>
  references.flatMap((ref) => {
    const target = ref.kind === "url" ? parseReference(ref.url) : ref;
    return target?.kind === "openapi" ? [target.spec] : [];
  });
