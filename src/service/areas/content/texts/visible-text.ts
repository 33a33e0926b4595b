/**
 * References that a visitor of a site sees: in the text of a page, and in the reusable content that it
 * contains at any level. Conditions are evaluated for each page, also those around inclusions.
 */
import type { RawBuilder, SqlBool } from "kysely";
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { ApiError } from "../../../../errors.ts";
import { OutputTooLarge } from "../../../../json/budget.ts";
import { addTo } from "../../../../json/groups.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { cacheQuery } from "../../../database/prepared.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { listVisibleReferences } from "../../../engines/documents.ts";
import { loadRevisionTree, type Revision, readRevision } from "../revisions.ts";
import type { ContentPage, ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { getScope } from "./condition-scope.ts";
import { computeDocumentSizes, readInBatches } from "./document-batches.ts";
import { filterDocuments, getStoredText } from "./documents.ts";
import { containsExpressions, hasConditions, hasPageValues } from "./expression-marks.ts";
import {
  findInclusions,
  listReferringSpaces,
  loadTextReferences,
  resolveInclusions,
  type TextWorkContext,
} from "./inclusions.ts";

export interface SpaceContent {
  readonly id: string;
  readonly tree: ContentTree;
}

/** A visitor, and how other spaces of the site are read. */
export interface VisitorReader {
  readonly visitor: Pick<SiteVisitor, "site" | "spaces" | "claims">;
  /** The content of another space of the site; the current content if absent. */
  readonly readSpace?: ((spaceId: string) => Promise<ContentTree>) | undefined;
}

/**
 * Selects the targets to look for, such as ids of files.
 * @param source the content with the references
 * @param textId the page or reusable content with the references
 */
export type ListTargets = (
  references: readonly ContentReference[],
  source: SpaceContent,
  textId: string,
) => readonly string[];

/** The targets to which the content of a space refers, under any condition. */
export interface LinkedTargets {
  /** Those in settings of pages, such as covers. */
  readonly inSettings: ReadonlySet<string>;
  /** Those in texts, by the id of the page or reusable content. */
  readonly inTexts: ReadonlyMap<string, readonly string[]>;
}

export async function findTargets(
  work: TextWorkContext,
  source: SpaceContent,
  listTargets: ListTargets,
): Promise<LinkedTargets> {
  const inTexts = new Map<string, readonly string[]>();
  for (const [id, references] of await loadTextReferences(work, source.id, source.tree)) {
    const targets = listTargets(references, source, id);
    if (targets.length > 0) inTexts.set(id, targets);
  }
  const inSettings = new Set<string>();
  for (const { page } of getTreeIndex(source.tree).pages.values()) {
    const references = listReferencesInSettings(page);
    for (const target of listTargets(references, source, page.id)) inSettings.add(target);
  }
  return { inSettings, inTexts };
}

function listReferencesInSettings({ target, cover }: ContentPage): ContentReference[] {
  return [target, cover?.ref, cover?.refDark].flatMap((ref) => ref ?? []);
}

/** A space of a site, with the values that conditions can refer to, and its texts that have conditions. */
export interface TextSpace {
  readonly space: { readonly id: string; readonly title: string; readonly language: string | null };
  readonly tree: ContentTree;
  /** By the id of the page or reusable content. */
  readonly conditional: ReadonlyMap<string, ConditionalText>;
}

/** A text with conditions or other expressions, whose values can be addresses. */
interface ConditionalText {
  /** The hash of its document. */
  readonly hash: string;
  /** Whether it can differ between two pages of a space that include it. */
  readonly usesPage: boolean;
  readonly hasConditions: boolean;
}

/** Whether a text can be hidden from a visitor. */
export function haveConditions(spaces: readonly TextSpace[]): boolean {
  return spaces.some(({ conditional }) =>
    [...conditional.values()].some((text) => text.hasConditions),
  );
}

/**
 * The space, and the other spaces of the site that can show its files or reusable content.
 * @throws ApiError 404 if the content of a space does not exist
 */
export async function loadSiteSpaces(
  work: TextWorkContext,
  { id: spaceId, tree }: SpaceContent,
  { visitor, readSpace }: VisitorReader,
): Promise<TextSpace[]> {
  const { db } = work;
  const load = (ids: readonly string[]) =>
    loadTextSpaces(db, ids, async (id) => (id === spaceId ? tree : readSpace?.(id)));
  const ids = [spaceId, ...(await listReferringSpaces(db, spaceId, visitor.spaces))];
  const spaces = await load(ids);
  // Without conditions, nothing is hidden.
  if (!haveConditions(spaces)) return spaces;
  const others = [...visitor.spaces].filter((id) => !ids.includes(id));
  return [...spaces, ...(await load(await listSpacesReferringInSettings(db, spaceId, others)))];
}

async function listSpacesReferringInSettings(
  db: Queries,
  spaceId: string,
  candidates: readonly string[],
): Promise<string[]> {
  const referring: string[] = [];
  for (const id of candidates) {
    const { revision } = await readCurrentSpace(db, id);
    if ((await loadSpacesInSettings(db, revision)).has(spaceId)) referring.push(id);
  }
  return referring;
}

const spacesInSettings = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 1000 });

/** The other spaces to whose content the settings of pages refer. */
function loadSpacesInSettings(db: Queries, revision: Revision): Promise<ReadonlySet<string>> {
  return loadOnce(spacesInSettings, `${revision.space} ${revision.root}`, async () => {
    const { pages } = getTreeIndex(await loadRevisionTree(db, revision));
    const references = [...pages.values()].flatMap(({ page }) => listReferencesInSettings(page));
    return new Set(
      references.flatMap((ref) =>
        "space" in ref && typeof ref.space === "string" ? [ref.space] : [],
      ),
    );
  });
}

/** @param read the content of a space; the current content if undefined */
export async function loadTextSpaces(
  db: Queries,
  ids: Iterable<string>,
  read: (spaceId: string) => Promise<ContentTree | undefined> = async () => undefined,
): Promise<TextSpace[]> {
  const spaces: TextSpace[] = [];
  for (const id of ids) {
    const { space, revision } = await readCurrentSpace(db, id);
    const content = (await read(id)) ?? (await loadRevisionTree(db, revision));
    const conditional = await findConditionalTexts(db, { id, tree: content });
    spaces.push({ space, tree: content, conditional });
  }
  return spaces;
}

/** The current content of a space. */
export async function readCurrentContent(db: Queries, id: string): Promise<SpaceContent> {
  const { revision } = await readCurrentSpace(db, id);
  return { id, tree: await loadRevisionTree(db, revision) };
}

const readCurrentSpace = cacheQuery(500, async (db, spaceId) => {
  const { revision_id, ...space } = await db
    .selectFrom("spaces")
    .select(["id", "title", "language", "revision_id"])
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  return { space, revision: await readRevision(db, revision_id) };
});

export interface TargetSearch extends Pick<VisitorReader, "visitor"> {
  readonly spaces: readonly TextSpace[];
  /** Finds the targets to which the content of a space refers. */
  readonly find: (source: SpaceContent) => Promise<LinkedTargets>;
  readonly listTargets: ListTargets;
}

/**
 * Removes the targets that the visitor sees: in settings of pages, in pages, and in reusable content that
 * they contain.
 * @param targets is changed
 * @returns whether all texts were evaluated; a text that took too much time shows no targets
 */
export async function removeVisibleTargets(
  work: TextWorkContext,
  targets: Set<string>,
  { visitor, spaces, find, listTargets }: TargetSearch,
): Promise<boolean> {
  const texts = new Map<string, SiteText>();
  for (const within of spaces) {
    const { inSettings, inTexts } = await find({ id: within.space.id, tree: within.tree });
    for (const target of inSettings) targets.delete(target);
    for (const text of listTexts(within)) {
      texts.set(toKey(within.space.id, text.id), {
        ...{ ...text, within, includes: [] },
        targets: inTexts.get(text.id) ?? [],
        conditional: within.conditional.get(text.id),
      });
    }
  }
  const includers = new Map<string, string[]>();
  for (const { space: within, tree } of spaces) {
    for (const { includer, space, reusableContent } of await findInclusions(
      work,
      within.id,
      tree,
    )) {
      const [from, to] = [toKey(within.id, includer), toKey(space, reusableContent)];
      texts.get(from)?.includes.push(to);
      addTo(includers, to, from);
    }
  }
  const wanted = listContaining(texts, includers, (text) =>
    text.targets.some((target) => targets.has(target)),
  );
  const conditional = listContaining(texts, includers, (text) => text.conditional !== undefined);
  const usingPage = listContaining(texts, includers, (text) => text.conditional?.usesPage === true);
  const seen = new Set<string>();
  let isComplete = true;

  async function show(start: string, page: TreePage, { space, tree }: TextSpace): Promise<void> {
    const remaining = [start];
    for (let key = remaining.pop(); key !== undefined; key = remaining.pop()) {
      const text = texts.get(key);
      // Only a text with conditions, at any level, can differ between two pages or spaces.
      const reader = usingPage.has(key) ? start : conditional.has(key) ? space.id : "";
      const use = `${key} ${reader}`;
      if (!text || !wanted.has(key) || seen.has(use) || targets.size === 0) continue;
      seen.add(use);
      if (text.conditional === undefined) {
        for (const target of text.targets) targets.delete(target);
        for (const included of text.includes) remaining.push(included);
      } else {
        const scope = getScope({ visitor }, tree, page, space);
        const source = { id: text.within.space.id, tree: text.within.tree };
        const references = await findVisibleReferences(
          { id: source.id, hash: text.conditional.hash },
          scope,
          work,
        );
        if (references === undefined) {
          isComplete = false;
          continue;
        }
        for (const target of listTargets(references, source, text.id)) targets.delete(target);
        const inclusions = resolveInclusions(source.id, source.tree, text.id, references);
        for (const one of inclusions) remaining.push(toKey(one.space, one.reusableContent));
      }
    }
  }

  for (const [key, { treePage, within }] of texts) {
    if (treePage) await show(key, treePage, within);
  }
  return isComplete;
}

/** A page, or reusable content without `treePage`. */
interface SiteText {
  readonly id: string;
  readonly treePage: TreePage | undefined;
  readonly within: TextSpace;
  readonly conditional: ConditionalText | undefined;
  readonly targets: readonly string[];
  /** The keys of the reusable content that it contains under any condition. */
  readonly includes: string[];
}

function toKey(spaceId: string, textId: string): string {
  return `${spaceId} ${textId}`;
}

function listTexts({ tree }: TextSpace): Pick<SiteText, "id" | "treePage">[] {
  const { pages, reusableContents } = getTreeIndex(tree);
  return [
    ...[...pages].map(([id, treePage]) => ({ id, treePage })),
    ...[...reusableContents.keys()].map((id) => ({ id, treePage: undefined })),
  ];
}

/** The keys of the texts that fulfill the condition, or contain such a text at any level. */
function listContaining(
  texts: ReadonlyMap<string, SiteText>,
  includers: ReadonlyMap<string, readonly string[]>,
  isMeant: (text: SiteText) => boolean,
): ReadonlySet<string> {
  const keys = new Set([...texts].flatMap(([key, text]) => (isMeant(text) ? [key] : [])));
  // The set grows during the iteration.
  for (const key of keys) for (const includer of includers.get(key) ?? []) keys.add(includer);
  return keys;
}

/**
 * @returns none if the text is too large, because its page is not shown; undefined if it took too much
 * time or memory, which may be different next time
 */
async function findVisibleReferences(
  { id: spaceId, hash }: { readonly id: string; readonly hash: string },
  scope: ConditionScope,
  work: TextWorkContext,
): Promise<readonly ContentReference[] | undefined> {
  const { body } = await getStoredText(work.db, spaceId, hash);
  try {
    return await listVisibleReferences({ body, scope }, work);
  } catch (error) {
    if (error instanceof OutputTooLarge) return [];
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
}

type ConditionalTexts = ReadonlyMap<string, ConditionalText>;

const conditionalTexts = new WeakMap<ContentTree, Promise<ConditionalTexts>>();

/**
 * The texts with conditions or other expressions, cached by the tree.
 * @returns by the id of the page or reusable content
 */
function findConditionalTexts(db: Queries, source: SpaceContent): Promise<ConditionalTexts> {
  return loadOnce(conditionalTexts, source.tree, async () => {
    const texts = await findTexts(db, source, containsExpressions());
    const byHash = new Map<string, ConditionalText>();
    const sizes = await computeDocumentSizes(db, source.id, [...texts.values()]);
    for await (const rows of readInBatches(db, source.id, sizes)) {
      for (const { hash, body } of rows) {
        const [usesPage, conditions] = [hasPageValues(body), hasConditions(body)];
        byHash.set(hash, { hash, usesPage, hasConditions: conditions });
      }
    }
    return new Map(
      [...texts].flatMap(([id, hash]) => {
        const text = byHash.get(hash);
        return text ? [[id, text] as const] : [];
      }),
    );
  });
}

/**
 * The texts whose documents fulfill a condition.
 * @returns the hashes of the documents, by the id of the page or reusable content
 */
export async function findTexts(
  db: Queries,
  { id: spaceId, tree }: SpaceContent,
  condition: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<string, string>> {
  const texts = listDocuments(tree);
  const found = await filterDocuments(db, spaceId, texts.values(), condition);
  return new Map([...texts].filter(([, hash]) => found.has(hash)));
}

/** The hashes of the documents, by the id of the page or reusable content. */
function listDocuments(tree: ContentTree): ReadonlyMap<string, string> {
  const pages = [...getTreeIndex(tree).pages.values()].map(({ page }) => page);
  return new Map(
    [...pages, ...tree.reusableContents].flatMap(({ id, document }) =>
      document ? [[id, document]] : [],
    ),
  );
}
