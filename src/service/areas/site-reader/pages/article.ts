/** Rendering of a page's document as HTML, cached by the hash of all inputs. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document, Node } from "../../../../contract/document.model.ts";
import { outputLimits } from "../../../../contract/limits.ts";
import type { ConditionScope } from "../../../../document/condition.ts";
import type { HtmlOperation } from "../../../../document/html/operation.ts";
import type { WrittenPage } from "../../../../document/html/page.ts";
import type { LinkTarget } from "../../../../document/html/render-context.ts";
import {
  findIntegrationBlocks,
  type IntegrationBlock,
} from "../../../../document/integration-blocks.ts";
import { collectReferences, withSpace } from "../../../../document/references.ts";
import { ApiError } from "../../../../errors.ts";
import {
  Budget,
  BudgetExceededError,
  describeExceeded,
  OutputTooLarge,
} from "../../../../json/budget.ts";
import { computeHash, toCanonicalText } from "../../../../json/canonical.ts";
import type { NamedOperation } from "../../../engines/operation-name.ts";
import type { IncludedBody } from "../../../engines/page-worker.ts";
import { writeHtml } from "../../../engines/pages.ts";
import { createFairQueue } from "../../../engines/threads/fair-queue.ts";
import { createSharedWork } from "../../../engines/threads/shared-work.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { getScope } from "../../content/texts/condition-scope.ts";
import { getStoredText } from "../../content/texts/documents.ts";
import { hasExpressions } from "../../content/texts/expression-marks.ts";
import type { ContentTree } from "../../content/tree/tree.ts";
import { getTreeIndex, type TreePage } from "../../content/tree/tree-index.ts";
import { getStoredTree } from "../display-titles.ts";
import { renderBlocks } from "../integration-blocks.ts";
import { buildOperations, type OperationInText } from "../operations.ts";
import { getRequestContext, type SiteView } from "../site-view.ts";
import { createTargets, referencesAtOnce, type TextLocation } from "../targets.ts";

/** Total size of the cache, in characters of HTML. */
const maxCacheSize = 24 * 1024 * 1024;
const writtenPages = new LRUCache<string, WrittenPage>({
  maxSize: maxCacheSize,
  sizeCalculation: ({ html }) => html.length + 1000,
});

/** The errors of pages that exceed a limit, by the same keys, so that they are not rendered again. */
const refused = new LRUCache<string, ApiError>({ max: 500 });

/** In milliseconds. Afterwards, a page that took too much time or memory is rendered again. */
const refusedFor = 10 * 60 * 1000;

/** Concurrent requests for a page that is not cached share one rendering. */
const shareWriting = createSharedWork<WrittenPage>();

/** Pages whose rendering occupied a thread for longer than `slowTime`, by space and text. */
const slowPages = new LRUCache<string, true>({ max: 1000 });

/** In milliseconds. */
const slowTime = 2000;

/** Slow pages of a site are rendered one at a time, so that they leave a thread for its other pages. */
const slowWriting = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 1,
  mostWaiting: 50,
});

/** Maximum nesting depth of reusable content. */
const maxDepth = 4;

/** Maximum number of reusable contents in a page, at all levels. Equals the limit of a repository. */
const mostTexts = 2000;

/** Reusable content that a page includes. */
interface IncludedContent {
  readonly spaceId: string;
  readonly hash: string | undefined;
  /** The targets of its URLs, collected when its text is read. */
  readonly urls: [url: string, target: LinkTarget | undefined][];
}

interface IncludedText {
  readonly text: IncludedContent;
  readonly from: TextLocation;
  readonly depth: number;
}

/** @throws OutputTooLarge, or ApiError 413 for a text that takes too much time or memory */
export async function writeArticle(
  view: SiteView,
  tree: ContentTree,
  treePage: TreePage,
): Promise<WrittenPage> {
  const { siteSpace, reading } = view;
  const { document: hash, id } = treePage.page;
  const spaceId = siteSpace.space_id;
  const targets = new Map<string, readonly [ContentReference, LinkTarget]>();
  const included = new Map<string, IncludedContent>();
  const texts: TextFacts[] = [];
  const operationReferences: OperationInText[] = [];
  const integrationBlocks: (IntegrationBlock & { readonly spaceId: string })[] = [];
  const { findAll } = createTargets(view);
  // Checked before rendering, because the documents are all in memory at the same time.
  const sources = new Budget({ ...outputLimits.page, nodes: mostTexts });

  // Level by level, so that a text that is included several times is read at its highest level.
  const remaining: IncludedText[] = [
    { text: { spaceId, hash, urls: [] }, from: { spaceId, id }, depth: 0 },
  ];
  for (const { text, from, depth } of remaining) {
    const facts = await loadFacts(view, text.spaceId, text.hash);
    drawSource(sources, facts.characters);
    texts.push(facts);
    for (const one of facts.blocks) integrationBlocks.push({ ...one, spaceId: text.spaceId });
    for (const one of facts.operations) operationReferences.push({ ...one, spaceId: text.spaceId });
    const unresolved = new Map<string, ContentReference>();
    // A relative URL in a reusable content starts from its location.
    const hasOwnTarget = ({ kind }: ContentReference) => depth > 0 && kind === "url";
    for (const [index, written] of facts.references.entries()) {
      if (index % referencesAtOnce === 0) await takeTurn(getRequestContext(view).caller);
      const ref = text.spaceId === spaceId ? written : withSpace(written, text.spaceId);
      const key = toCanonicalText(ref);
      if (unresolved.has(key) || included.has(key)) continue;
      if (targets.has(key) && !hasOwnTarget(ref)) continue;
      const content = await loadContent(view, ref, from);
      if (!content) unresolved.set(key, ref);
      // Text below the maximum depth is not displayed.
      else if (depth < maxDepth) {
        included.set(key, content.text);
        remaining.push({ ...content, depth: depth + 1 });
      }
    }
    const found = await findAll([...unresolved.values()], from);
    for (const [index, [key, ref]] of [...unresolved].entries()) {
      const target = found[index];
      if (ref.kind === "url" && hasOwnTarget(ref)) text.urls.push([ref.url, target]);
      else if (target) targets.set(key, [ref, target]);
    }
  }
  const operations = await buildOperations(view, operationReferences);
  const blocks = await renderBlocks(view, integrationBlocks);
  // Relative links would lead to pages of this site.
  const linksOfBlocks = blocks.flatMap(([, nodes]) =>
    collectReferences(toDocument(nodes)).flatMap(({ ref }) => (ref.kind === "url" ? [ref] : [])),
  );
  const targetsOfBlocks = await findAll(linksOfBlocks, { spaceId, id });
  for (const [index, ref] of linksOfBlocks.entries()) {
    const target = targetsOfBlocks[index];
    if (target) targets.set(toCanonicalText(ref), [ref, target]);
  }
  const scope = resolveScope(view, tree, treePage);
  const key = computeHash(
    JSON.stringify([
      hash ?? "",
      [...included],
      [...targets.values()],
      operations.map(([name, version]) => [name, version]),
      blocks,
      // Only documents with expressions depend on the visitor and the page.
      texts.some(({ hasExpressions }) => hasExpressions) ? scope : "",
      view.language,
    ]),
  );
  const cachedPage = writtenPages.get(key);
  if (cachedPage) {
    // Hashing and sending a long page takes time as well.
    await takeTurn(getRequestContext(view).caller);
    return cachedPage;
  }
  const refusal = refused.get(key);
  if (refusal) throw refusal;
  return shareWriting(key, async () => {
    const bodies: IncludedBody[] = [];
    for (const [reference, text] of included) {
      const { body } = await getStoredText(reading.db, text.spaceId, text.hash);
      const space = text.spaceId === spaceId ? undefined : text.spaceId;
      bodies.push({ reference, body, urls: text.urls, ...(space !== undefined && { space }) });
    }
    const request = {
      body: (await getStoredText(reading.db, spaceId, hash)).body,
      included: bodies,
      scope,
      targets: [...targets.values()],
      operations: operations.map(([name, , operation]): readonly [string, HtmlOperation] => [
        name,
        operation,
      ]),
      ...(blocks.length > 0 && { blocks }),
      language: view.language,
    };
    try {
      const writtenPage = await writeInTurn(view, `${spaceId} ${hash}`, request);
      writtenPages.set(key, writtenPage);
      return writtenPage;
    } catch (error) {
      if (error instanceof OutputTooLarge) refused.set(key, error);
      else if (error instanceof ApiError && error.status === 413) {
        refused.set(key, error, { ttl: refusedFor });
      }
      throw error;
    }
  });
}

/**
 * @param page identifies the page, for all visitors
 * @throws as `writeHtml` does, or ApiError 429 if too many slow pages of the site are waiting
 */
function writeInTurn(
  view: SiteView,
  page: string,
  request: Parameters<typeof writeHtml>[0],
): Promise<WrittenPage> {
  const context = getRequestContext(view);
  const measure = (milliseconds: number) => {
    if (milliseconds > slowTime) slowPages.set(page, true);
  };
  const write = () => writeHtml(request, context, { measure });
  return slowPages.has(page) ? slowWriting.run(context.caller, write) : write();
}

/** @throws OutputTooLarge */
function drawSource(sources: Budget, characters: number): void {
  try {
    sources.drawNodes();
    sources.drawCharacters(characters);
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    throw new OutputTooLarge(
      error.exceeded,
      `The page is too large to display: ${describeExceeded(error.exceeded)}`,
    );
  }
}

/** The reusable content of a reference, in this space or in another space on the site. */
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
    text: { spaceId, hash: content.document, urls: [] },
    from: { spaceId, id: content.id },
  };
}

/** The values that expressions can read. */
export function resolveScope(
  { siteSpace, claims }: Pick<SiteView, "siteSpace" | "claims">,
  tree: ContentTree,
  treePage: TreePage,
): ConditionScope {
  const { space_title: title, space_language: language } = siteSpace;
  const storedTree = getStoredTree(tree);
  const storedPage = getTreeIndex(storedTree).pages.get(treePage.page.id);
  return getScope({ visitor: { claims } }, storedTree, storedPage, { title, language });
}

/** Cached properties of documents; a document with a given hash is immutable. */
interface TextFacts {
  readonly references: readonly ContentReference[];
  /** The API operations in the document. */
  readonly operations: readonly NamedOperation[];
  /** The blocks of integrations, and the embeds. */
  readonly blocks: readonly IntegrationBlock[];
  /** Whether the document contains expressions, so that it depends on the visitor and the page. */
  readonly hasExpressions: boolean;
  /** Length of the document as JSON. */
  readonly characters: number;
}

/** The size is the number of references and operations, which dominate the memory use. */
const cache = new LRUCache<string, TextFacts>({
  maxSize: 200_000,
  sizeCalculation: ({ references, operations }) => references.length + operations.length + 1,
});

const empty: TextFacts = {
  references: [],
  operations: [],
  blocks: [],
  hasExpressions: false,
  characters: 0,
};

function toDocument(nodes: readonly Node[]): Document {
  return { object: "document", data: {}, nodes: [...nodes] };
}

/** @param hash undefined for a page without a document */
async function loadFacts(
  { reading }: Pick<SiteView, "reading">,
  spaceId: string,
  hash: string | undefined,
): Promise<TextFacts> {
  if (hash === undefined) return empty;
  const name = `${spaceId} ${hash}`;
  const facts = cache.get(name) ?? (await readFacts(reading, spaceId, hash));
  cache.set(name, facts);
  return facts;
}

async function readFacts(
  { db }: SiteView["reading"],
  spaceId: string,
  hash: string,
): Promise<TextFacts> {
  const { body, references } = await getStoredText(db, spaceId, hash);
  return {
    references: references.map(({ ref }) => ref),
    operations: await loadOperationsNamed(body),
    blocks: findIntegrationBlocks(body),
    hasExpressions: hasExpressions(body),
    characters: body.length,
  };
}

/** Documents without operations, which are most of them, are not parsed. */
async function loadOperationsNamed(body: string): Promise<readonly NamedOperation[]> {
  if (!/"(?:swagger|openapi-|tag":"(?:openapi|swagger))/.test(body)) return [];
  return (await import("../../../engines/page-worker.ts")).listNamedOperations(body);
}
