/** The text of a page as HTML. What was written once is kept, by everything that it was written from. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { outputLimits } from "../../../contract/limits.ts";
import type { Operation } from "../../../document/html/operation.ts";
import type { WrittenPage } from "../../../document/html/page.ts";
import type { Target } from "../../../document/html/surroundings.ts";
import { Problem } from "../../../errors.ts";
import { Budget, BudgetExceeded, describeExceeded, OutputTooLarge } from "../../../json/budget.ts";
import { canonicalText, computeHash } from "../../../json/canonical.ts";
import type { Scope } from "../../engines/condition.ts";
import { writeHtml } from "../../engines/pages.ts";
import { createSharedWork } from "../../engines/shared-work.ts";
import { takeTurn } from "../../engines/turns.ts";
import { getStoredText } from "../content/documents.ts";
import type { Tree } from "../content/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree-index.ts";
import { buildOperations, type OperationInText } from "./operations.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";
import { createTargets, type TextLocation } from "./targets.ts";
import { loadFacts, type TextFacts } from "./text-facts.ts";

/** In characters of HTML, of all pages together. */
const largestCache = 24 * 1024 * 1024;
const written = new LRUCache<string, WrittenPage>({
  maxSize: largestCache,
  sizeCalculation: ({ html }) => html.length + 1000,
});

/** The limits that a page exceeds, by the same names: reading it again would come to the same. */
const refused = new LRUCache<string, Problem>({ max: 500 });

/** In milliseconds: a page that took too much time or memory may take less on another day. */
const refusedFor = 10 * 60 * 1000;

/** Many visitors may ask for a page that nobody has asked for yet. */
const shareWriting = createSharedWork<WrittenPage>();

/** Reusable contents within each other are read so deep. */
const deepest = 4;

/** Reusable contents that a page can have, in all levels; a repository has as many at most. */
const mostTexts = 2000;

/** A reusable content on the way into a page. */
interface Included {
  readonly spaceId: string;
  readonly hash: string | undefined;
}

/** @throws OutputTooLarge, or Problem 413 for a text that takes too much time or memory */
export async function writeArticle(
  view: SiteView,
  tree: Tree,
  treePage: TreePage,
): Promise<WrittenPage> {
  const { siteSpace, reading } = view;
  const { document: hash, id } = treePage.page;
  const spaceId = siteSpace.space_id;
  const targets = new Map<string, readonly [ContentReference, Target]>();
  const included = new Map<string, Included>();
  const texts: TextFacts[] = [];
  const named: OperationInText[] = [];
  const { find } = createTargets(view);
  // Before anything is written: the texts of all contents are in memory together.
  const sources = new Budget({ ...outputLimits.page, nodes: mostTexts });

  async function follow(text: Included, from: TextLocation, depth: number): Promise<void> {
    const facts = await loadFacts(view, text.spaceId, text.hash);
    drawSource(sources, facts.characters);
    texts.push(facts);
    for (const one of facts.operations) named.push({ ...one, spaceId: text.spaceId });
    for (const ref of facts.references) {
      const key = canonicalText(ref);
      if (targets.has(key) || included.has(key)) continue;
      const content = await loadContent(view, ref, from);
      if (content) {
        included.set(key, content.text);
        if (depth < deepest) await follow(content.text, content.from, depth + 1);
        continue;
      }
      const target = await find(ref, from);
      if (target) targets.set(key, [ref, target]);
    }
  }

  await follow({ spaceId, hash }, { spaceId, id }, 0);
  const operations = await buildOperations(view, named);
  const scope = resolveScope(view, tree, treePage);
  const key = computeHash(
    JSON.stringify([
      hash ?? "",
      [...included],
      [...targets.values()],
      operations.map(([name, version]) => [name, version]),
      // Only a text with expressions depends on who reads it, and where.
      texts.some(({ hasExpressions }) => hasExpressions) ? scope : "",
    ]),
  );
  const known = written.get(key);
  if (known) {
    // What is around a long text takes time, too: to measure it for its name, and to send it.
    await takeTurn(getRequestContext(view).caller);
    return known;
  }
  const refusal = refused.get(key);
  if (refusal) throw refusal;
  return shareWriting(key, async () => {
    const bodies: (readonly [string, string])[] = [];
    for (const [name, text] of included) {
      bodies.push([name, (await getStoredText(reading.db, text.spaceId, text.hash)).body]);
    }
    const request = {
      body: (await getStoredText(reading.db, spaceId, hash)).body,
      included: bodies,
      scope,
      targets: [...targets.values()],
      operations: operations.map(([name, , operation]): readonly [string, Operation] => [
        name,
        operation,
      ]),
    };
    try {
      const made = await writeHtml(request, getRequestContext(view));
      written.set(key, made);
      return made;
    } catch (error) {
      if (error instanceof OutputTooLarge) refused.set(key, error);
      else if (error instanceof Problem && error.status === 413) {
        refused.set(key, error, { ttl: refusedFor });
      }
      throw error;
    }
  });
}

/** @throws OutputTooLarge */
function drawSource(sources: Budget, characters: number): void {
  try {
    sources.drawNodes();
    sources.drawCharacters(characters);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw new OutputTooLarge(
      error.exceeded,
      `The page is too much to be shown: ${describeExceeded(error.exceeded)}`,
    );
  }
}

/** The reusable content that a reference means, of this space or of another one on the site. */
async function loadContent(
  { pages, showing }: SiteView,
  ref: ContentReference,
  from: TextLocation,
) {
  if (ref.kind !== "reusable-content") return undefined;
  const spaceId = ref.space ?? from.spaceId;
  if (!showing(spaceId)) return undefined;
  const content = getTreeIndex(await pages.tree(spaceId)).reusableContents.get(ref.reusableContent);
  if (!content) return undefined;
  return {
    text: { spaceId, hash: content.document },
    from: { spaceId, id: content.id },
  };
}

/** What expressions read. */
export function resolveScope(
  { siteSpace, claims }: Pick<SiteView, "siteSpace" | "claims">,
  tree: Tree,
  { page, path }: TreePage,
): Scope {
  const { title, description, slug, variables = {} } = page;
  return {
    page: { title, description, slug, path, vars: variables },
    space: { title: siteSpace.space_title, vars: tree.variables },
    visitor: { claims },
  };
}
