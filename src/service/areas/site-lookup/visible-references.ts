/** API specifications and URLs in the texts of a site that a visitor sees. */
import { sql } from "kysely";
import { containsText } from "../../core/texts.ts";
import type { Queries } from "../../database/tables.ts";
import {
  findConditionalTexts,
  findTargets,
  findTexts,
  type LinkedTargets,
  type ListTargets,
  loadSiteSpaces,
  readCurrentContent,
  removeVisibleTargets,
  type SpaceContent,
  type VisitorReader,
} from "../content/texts/visible-text.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";

/** Whether a text that the visitor sees refers to an API specification. */
export async function showsSpecification(
  db: Queries,
  visitor: VisitorReader["visitor"],
  { id, slug }: { readonly id: string; readonly slug: string },
): Promise<boolean> {
  for (const spaceId of visitor.spaces) {
    const source = await readCurrentContent(db, spaceId);
    const search = { source, targets: [id, slug], listTargets: listSpecifications };
    if (await showsTarget(db, visitor, { ...search, find: findSpecifications(db, visitor) })) {
      return true;
    }
  }
  return false;
}

/** Whether a text of the space that the visitor sees contains a URL as a link or embed. */
export async function showsUrl(
  db: Queries,
  visitor: VisitorReader["visitor"],
  spaceId: string,
  url: string,
): Promise<boolean> {
  const source = await readCurrentContent(db, spaceId);
  const texts = await findTexts(db, source, containsText(sql`body`, JSON.stringify(url)));
  const inTexts = new Map([...texts.keys()].map((id) => [id, [url]]));
  const listTargets: ListTargets = (references, { id }) =>
    id === spaceId && references.some(({ ref }) => ref.kind === "url" && ref.url === url)
      ? [url]
      : [];
  const find = async ({ id }: SpaceContent) => ({
    inSettings: new Set<string>(),
    inTexts: id === spaceId ? inTexts : new Map<string, readonly string[]>(),
  });
  return showsTarget(db, visitor, { source, targets: [url], listTargets, find });
}

interface LinkSearch {
  readonly source: SpaceContent;
  /** Names of the same target. */
  readonly targets: readonly string[];
  readonly listTargets: ListTargets;
  readonly find: (source: SpaceContent) => Promise<LinkedTargets>;
}

async function showsTarget(
  db: Queries,
  visitor: VisitorReader["visitor"],
  { source, targets, listTargets, find }: LinkSearch,
): Promise<boolean> {
  const { inTexts } = await find(source);
  const texts = [...inTexts].filter(([, all]) => targets.some((target) => all.includes(target)));
  if (texts.length === 0) return false;
  const conditional = await findConditionalTexts(db, source);
  const { pages } = getTreeIndex(source.tree);
  if (texts.some(([id]) => pages.has(id) && !conditional.has(id))) return true;
  const work = { db, caller: visitor.site };
  const spaces = await loadSiteSpaces(work, source, { visitor });
  const remaining = new Set(targets);
  await removeVisibleTargets(work, remaining, { visitor, spaces, find, listTargets });
  return remaining.size < targets.length;
}

const specificationsOfTrees = new WeakMap<ContentTree, Promise<LinkedTargets>>();

/** Cached by the tree, because a page takes several requests for its specifications. */
function findSpecifications(db: Queries, { site }: VisitorReader["visitor"]) {
  return (source: SpaceContent): Promise<LinkedTargets> => {
    const cached = specificationsOfTrees.get(source.tree);
    if (cached) return cached;
    const found = findTargets({ db, caller: site }, source, listSpecifications);
    specificationsOfTrees.set(source.tree, found);
    // Failures are not cached.
    found.catch(() => specificationsOfTrees.delete(source.tree));
    return found;
  };
}

/** Slugs and ids. */
const listSpecifications: ListTargets = (references) =>
  references.flatMap(({ ref }) => (ref.kind === "openapi" ? [ref.spec] : []));
