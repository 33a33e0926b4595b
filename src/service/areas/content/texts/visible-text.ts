/**
 * The references in the texts of a site that a visitor sees. A text is on each page that contains it,
 * and its conditions are evaluated for each of these pages.
 */
import { sql } from "kysely";
import { collectReferences, type LocatedReference } from "../../../../document/references.ts";
import { ApiError } from "../../../../errors.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { containsText } from "../../../core/texts.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import { readTree } from "../revisions.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";
import { getScope } from "./condition-scope.ts";
import {
  createIncluderFinder,
  findInclusions,
  type IncludingSpace,
  listReferringSpaces,
  loadTextReferences,
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

export type Reference = Pick<LocatedReference, "ref">;

/**
 * The targets to look for, such as ids of files.
 * @param source the content with the references, and the id of the page or reusable content
 */
export type ListTargets = (
  references: readonly Reference[],
  source: SpaceContent,
  textId: string,
) => readonly string[];

/** A page or reusable content with conditions or other expressions. */
interface ConditionalText {
  readonly id: string;
  /** The document as JSON. */
  readonly body: string;
  /** The targets to which it refers under any condition. */
  readonly targets: readonly string[];
}

/** The targets to which the content of a space refers. */
export interface LinkedTargets {
  /** Those that every visitor sees. */
  readonly always: ReadonlySet<string>;
  /** The texts in which visitors may see others. */
  readonly texts: readonly ConditionalText[];
}

/** @param onlyConditional whether nothing is needed if no text of the space has a condition */
export async function findTargets(
  work: TextWorkContext,
  source: SpaceContent,
  listTargets: ListTargets,
  onlyConditional = false,
): Promise<LinkedTargets> {
  const { id: spaceId, tree } = source;
  const bodies = await loadConditionalBodies(work.db, spaceId, listDocuments(tree));
  const always = new Set<string>();
  const texts: ConditionalText[] = [];
  if (onlyConditional && bodies.size === 0) return { always, texts };
  for (const [id, { hash, references }] of await loadTextReferences(work, spaceId, tree)) {
    const body = bodies.get(hash);
    const targets = listTargets(references, source, id);
    if (body === undefined) for (const target of targets) always.add(target);
    else if (targets.length > 0) texts.push({ id, body, targets });
  }
  for (const { page } of getTreeIndex(tree).pages.values()) {
    const references = [page.target, page.cover?.ref, page.cover?.refDark].flatMap((ref) =>
      ref ? [{ ref }] : [],
    );
    for (const target of listTargets(references, source, page.id)) always.add(target);
  }
  return { always, texts };
}

/**
 * The space, and the other spaces of the site that can show its files or reusable content.
 * @throws ApiError 404 if the content of a space does not exist
 */
export async function loadSiteSpaces(
  work: TextWorkContext,
  { id: spaceId, tree }: SpaceContent,
  { visitor, readSpace }: VisitorReader,
): Promise<IncludingSpace[]> {
  const { db } = work;
  const otherIds = await listReferringSpaces(db, spaceId, visitor.spaces);
  const spaces: IncludingSpace[] = [];
  for (const id of [spaceId, ...otherIds]) {
    const { revision_id, ...space } = await db
      .selectFrom("spaces")
      .select(["id", "title", "language", "revision_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const content = id === spaceId ? tree : await (readSpace?.(id) ?? readTree(db, revision_id));
    spaces.push({ space, tree: content, inclusions: await findInclusions(work, id, content) });
  }
  return spaces;
}

/**
 * Removes the targets that one of the spaces shows to the visitor.
 * @param targets is changed
 * @param find the targets to which the content of a space refers
 */
export async function removeVisibleTargets(
  work: TextWorkContext,
  targets: Set<string>,
  {
    visitor,
    spaces,
    find,
    listTargets,
  }: Pick<VisitorReader, "visitor"> & {
    readonly spaces: readonly IncludingSpace[];
    readonly find: (source: SpaceContent) => Promise<LinkedTargets>;
    readonly listTargets: ListTargets;
  },
): Promise<void> {
  const findPages = createIncluderFinder(spaces);
  for (const { space, tree } of spaces) {
    const source = { id: space.id, tree };
    const { always, texts } = await find(source);
    for (const target of always) targets.delete(target);
    for (const text of texts) {
      for (const { treePage, ...including } of findPages(space.id, text.id)) {
        if (!text.targets.some((target) => targets.has(target))) break;
        const scope = getScope({ visitor }, including.tree, treePage, including.space);
        const references = await listVisibleReferences(text, scope, work);
        for (const target of listTargets(references, source, text.id)) targets.delete(target);
      }
    }
  }
}

/** None if the text is too large, because its page is not shown. */
async function listVisibleReferences(
  { body }: ConditionalText,
  scope: ConditionScope,
  work: TextWorkContext,
): Promise<LocatedReference[]> {
  const form = { format: "document", evaluation: "visitor" } as const;
  try {
    const visibleDocument = await presentText({ body, ...form, scope, addresses: [] }, work);
    return collectReferences(JSON.parse(visibleDocument));
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return [];
    throw error;
  }
}

/** The hashes of the documents of pages and reusable content. */
export function listDocuments(tree: ContentTree): string[] {
  const pages = [...getTreeIndex(tree).pages.values()].map(({ page }) => page);
  const hashes = [...pages, ...tree.reusableContents].flatMap(({ document }) => document ?? []);
  return [...new Set(hashes)];
}

/** The documents with expressions and references, as JSON by hash. */
async function loadConditionalBodies(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const some of inBatches(hashes, 200)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .where("refs", "<>", "[]")
      .where(containsText(sql`body`, '"expression"'))
      .execute();
    for (const { hash, body } of rows) bodies.set(hash, body);
  }
  return bodies;
}
