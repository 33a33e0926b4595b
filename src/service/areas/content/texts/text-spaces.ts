/** Spaces of a site with their texts whose conditions can hide text from a visitor. */
import type { RawBuilder, SqlBool } from "kysely";
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { parseTextExpression } from "../../../../document/page-expressions.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { cacheQuery } from "../../../database/prepared.ts";
import type { Queries } from "../../../database/tables.ts";
import { loadRevisionTree, type Revision, readRevision } from "../revisions.ts";
import type { ContentPage, ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { computeDocumentSizes, readInBatches } from "./document-batches.ts";
import { filterDocuments } from "./documents.ts";
import { containsConditions, listExpressions } from "./expression-marks.ts";
import { listReferringSpaces } from "./inclusions.ts";

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

/** A space, with the values that conditions can refer to. */
export interface TextSpace extends ConditionalTexts {
  readonly space: { readonly id: string; readonly title: string; readonly language: string | null };
  readonly tree: ContentTree;
}

interface ConditionalTexts {
  /** By the id of the page or reusable content. */
  readonly conditional: ReadonlyMap<string, ConditionalText>;
  /** The values of the visitor that their expressions read, as paths that begin with `visitor`. */
  readonly visitorPaths: ValuePaths;
}

type ValuePaths = readonly (readonly string[])[];

/** A text with conditions. */
export interface ConditionalText {
  /** The hash of its document. */
  readonly hash: string;
  /** Whether it can differ between two pages of a space that include it. */
  readonly usesPage: boolean;
}

/** Spaces whose texts can show the content of a space. */
interface SiteSpaces {
  readonly spaces: readonly TextSpace[];
  /** Whether something can be hidden: by a condition in a text, or in a space that the visitor does not see. */
  readonly isHiding: boolean;
}

export function haveConditions(spaces: readonly TextSpace[]): boolean {
  return spaces.some(({ conditional }) => conditional.size > 0);
}

/**
 * The space, and the other spaces of the site that can show its files or reusable content.
 * @throws ApiError 404 if the content of a space does not exist
 */
export async function loadSiteSpaces(
  db: Queries,
  { id: spaceId, tree }: SpaceContent,
  { visitor, readSpace }: VisitorReader,
): Promise<SiteSpaces> {
  const load = (ids: readonly string[]) =>
    loadTextSpaces(db, ids, async (id) => (id === spaceId ? tree : readSpace?.(id)));
  const ids = [spaceId, ...(await listReferringSpaces(db, spaceId, visitor.spaces))];
  const spaces = await load(ids);
  const ofSite = new Set(await listSpacesOfSite(db, visitor.site));
  const referring = await listReferringSpaces(db, spaceId, ofSite);
  const isHiding = haveConditions(spaces) || referring.some((id) => !visitor.spaces.has(id));
  if (!isHiding) return { spaces, isHiding };
  const others = [...visitor.spaces].filter((id) => !ids.includes(id));
  const more = await load(await listSpacesReferringInSettings(db, spaceId, others));
  return { spaces: [...spaces, ...more], isHiding };
}

const listSpacesOfSite = cacheQuery(200, async (db, siteId) => {
  const rows = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", siteId)
    .execute();
  return rows.flatMap(({ space_id }) => space_id ?? []);
});

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

export function listReferencesInSettings({ target, cover }: ContentPage): ContentReference[] {
  return [target, cover?.ref, cover?.refDark].flatMap((ref) => ref ?? []);
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
    const tree = (await read(id)) ?? (await loadRevisionTree(db, revision));
    spaces.push({ space, tree, ...(await findConditionalTexts(db, { id, tree })) });
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

const conditionalTexts = new WeakMap<ContentTree, Promise<ConditionalTexts>>();

/** Cached by the tree. */
function findConditionalTexts(db: Queries, source: SpaceContent): Promise<ConditionalTexts> {
  return loadOnce(conditionalTexts, source.tree, async () => {
    const texts = await findTexts(db, source, containsConditions());
    const sizes = await computeDocumentSizes(db, source.id, [...texts.values()]);
    const expressions = new Map<string, ExpressionValues>();
    const usingPage = new Set<string>();
    for await (const rows of readInBatches(db, source.id, sizes)) {
      for (const { hash, body } of rows) {
        for (const text of listExpressions(body)) {
          const values = expressions.get(text) ?? (await readExpressionValues(text));
          expressions.set(text, values);
          if (values.usesPage) usingPage.add(hash);
        }
      }
    }
    const paths = [...expressions.values()].flatMap(({ visitorPaths }) => visitorPaths);
    const distinctPaths = new Map(paths.map((path) => [path.join(" "), path]));
    return {
      conditional: new Map(
        [...texts].map(([id, hash]) => [id, { hash, usesPage: usingPage.has(hash) }]),
      ),
      visitorPaths: [...distinctPaths.values()],
    };
  });
}

interface ExpressionValues {
  readonly usesPage: boolean;
  readonly visitorPaths: ValuePaths;
}

/** An invalid expression reads no values, and its condition does not hold. */
async function readExpressionValues(text: string): Promise<ExpressionValues> {
  const { paths = [] } = (await parseTextExpression(text)) ?? {};
  return {
    usesPage: paths.some(([root]) => root === "page"),
    visitorPaths: paths.filter(([root]) => root === "visitor"),
  };
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
