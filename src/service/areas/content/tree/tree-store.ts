/**
 * Storage of trees as objects that are identified by their hashes, as in Git. Trees share all equal
 * objects, in the database and in memory: an edit reads and writes only the objects that differ from
 * the tree before.
 */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { computeHash, toCanonicalText } from "../../../../json/canonical.ts";
import type { Queries } from "../../../database/tables.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import type { ContentPage, ContentTree, TreeFile } from "./tree.ts";
import { getTreeIndex, withOrigin } from "./tree-index.ts";
import { cutList, findPieces, joinTexts, notePieces, type Piece } from "./tree-pieces.ts";

/** The root of a tree; lists are hashes of objects. */
interface Root extends Omit<ContentTree, "pages" | "files"> {
  readonly pages: readonly string[];
  readonly files: readonly string[];
}

/** A stored page: its children are a list of further objects. */
type StoredPage = Omit<ContentPage, "pages"> & { readonly pages?: readonly string[] };

/** The items of an object, with the characters of the texts that they were read from. */
interface LoadedPiece<Item> {
  readonly items: readonly Item[];
  readonly size: number;
}

/** Functions that build the texts of objects, by their hashes. */
type TextsByHash = Map<string, () => string>;

/** Objects per query, which are parsed within a few milliseconds. */
const objectsOfTurn = 50;
/** Hashes per query. */
const batch = 500;
/** Rows per statement; each has some kilobytes. */
const rowsAtOnce = 50;

/** Cached trees by root, limited by their total number of pages and files. */
const trees = new LRUCache<string, ContentTree>({
  maxSize: 60_000,
  sizeCalculation: (tree) => 1 + tree.files.length + countPages(tree.pages),
});

/** The last tree of each space, from which the index of the next one can be derived. */
const latestTrees = new LRUCache<string, WeakRef<ContentTree>>({ max: 1000 });

/**
 * Cached objects by their hash, which trees share: comparisons recognize unchanged pages, also
 * those of a tree that is loaded after it was replaced in the cache of trees. Limited by the length
 * of their texts.
 */
const pagePieces = createPieceCache<ContentPage>();
const filePieces = createPieceCache<TreeFile>();

function createPieceCache<Item extends object>() {
  return new LRUCache<string, LoadedPiece<Item>>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ size }) => size,
  });
}

function countPages(pages: readonly ContentPage[]): number {
  let count = pages.length;
  for (const page of pages) if (page.pages.length > 0) count += countPages(page.pages);
  return count;
}

/**
 * Writes the objects of a tree that its space does not have yet.
 * @param before a tree that is stored in the space; its objects are not looked up
 * @returns the hash of its root
 */
export async function storeTree(
  db: Queries,
  spaceId: string,
  tree: ContentTree,
  before?: ContentTree,
): Promise<string> {
  const texts: TextsByHash = new Map();
  const root: Root = {
    pages: toHashes(cutPages(tree.pages, before, texts)),
    files: toHashes(cutFiles(tree.files, before, texts)),
    reusableContents: tree.reusableContents,
    variables: tree.variables,
    ...(tree.redirects && { redirects: tree.redirects }),
  };
  const rootText = toCanonicalText(root);
  const hash = computeHash(rootText);
  texts.set(hash, () => rootText);
  await writeObjects(db, spaceId, texts);
  keepTree(spaceId, hash, tree);
  return hash;
}

function toHashes(pieces: readonly Piece[]): readonly string[] {
  return pieces.map(({ hash }) => hash);
}

/**
 * Copies the objects of a stored tree to another space, which has no objects yet.
 * @param hash the root of the tree
 */
export async function copyTree(
  db: Queries,
  spaces: { readonly source: string; readonly target: string },
  hash: string,
  tree: ContentTree,
): Promise<void> {
  const hashes = new Set([hash]);
  const addPages = (pages: readonly ContentPage[]): void => {
    addPieces(pages);
    for (const page of pages) if (page.pages.length > 0) addPages(page.pages);
  };
  const addPieces = (items: readonly object[]): void => {
    for (const piece of findPieces(items) ?? []) hashes.add(piece.hash);
  };
  addPages(tree.pages);
  addPieces(tree.files);
  for (const some of inBatches([...hashes], batch)) {
    await sql`insert into tree_objects (space_id, hash, body)
      select cast(${spaces.target} as text), hash, body from tree_objects
      where space_id = ${spaces.source} and hash in (${sql.join(some)})`.execute(db);
  }
}

/** Divides the pages of a tree. @returns the pieces of the top level */
function cutPages(
  pages: readonly ContentPage[],
  before: ContentTree | undefined,
  texts: TextsByHash,
): readonly Piece[] {
  const old = before && getTreeIndex(before).pages;
  const cut = (
    siblings: readonly ContentPage[],
    earlier: readonly ContentPage[] | undefined,
  ): readonly Piece[] => {
    const known = findPieces(siblings);
    if (known && siblings === earlier) return known;
    if (known && !before) return addAll(siblings, known);
    return cutList(siblings, earlier ?? [], toText, (piece, items, text) => {
      texts.set(piece.hash, () => text);
      pagePieces.set(piece.hash, { items, size: piece.size });
    });
  };
  /** The space may have none of these objects. */
  const addAll = (siblings: readonly ContentPage[], pieces: readonly Piece[]) => {
    for (const { start, end, hash } of pieces) {
      const some = siblings.slice(start, end);
      for (const { pages: children } of some) if (children.length > 0) cut(children, undefined);
      texts.set(hash, () => joinTexts(some.map((page) => toText(page).text)));
    }
    return pieces;
  };
  const toText = (page: ContentPage) => {
    const { pages: children, ...fields } = page;
    if (children.length === 0) return { text: toLeafText(page, fields), below: 0 };
    const pieces = cut(children, old?.get(page.id)?.page.pages);
    const below = pieces.reduce((sum, { size }) => sum + size, 0);
    return { text: toCanonicalText({ ...fields, pages: toHashes(pieces) }), below };
  };
  return cut(pages, before?.pages);
}

function cutFiles(
  files: readonly TreeFile[],
  before: ContentTree | undefined,
  texts: TextsByHash,
): readonly Piece[] {
  const known = findPieces(files);
  if (known && files === before?.files) return known;
  const toText = (file: TreeFile) => ({ text: toCanonicalText(file), below: 0 });
  return cutList(files, before?.files ?? [], toText, (piece, items, text) => {
    texts.set(piece.hash, () => text);
    filePieces.set(piece.hash, { items, size: piece.size });
  });
}

/** Texts of pages without subpages, which most commits do not change. */
const leafTexts = new WeakMap<ContentPage, string>();

function toLeafText(page: ContentPage, fields: Omit<ContentPage, "pages">): string {
  const text = leafTexts.get(page) ?? toCanonicalText(fields);
  leafTexts.set(page, text);
  return text;
}

async function writeObjects(db: Queries, spaceId: string, texts: TextsByHash): Promise<void> {
  const existingHashes = new Set<string>();
  for (const some of inBatches([...texts.keys()], batch)) {
    const rows = await db
      .selectFrom("tree_objects")
      .select("hash")
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash } of rows) existingHashes.add(hash);
  }
  const missing = [...texts].filter(([hash]) => !existingHashes.has(hash));
  for (const some of inBatches(missing, rowsAtOnce)) {
    await db
      .insertInto("tree_objects")
      .values(some.map(([hash, toText]) => ({ space_id: spaceId, hash, body: toText() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Process-wide: trees that are being loaded, by space and root, so that concurrent requests load each once. */
const loading = new Map<string, Promise<ContentTree>>();

/**
 * Loads a tree; outside a transaction, in turns with the work of other callers.
 * @throws Error if an object is missing, which means that the database is inconsistent
 */
export async function loadTree(db: Queries, spaceId: string, hash: string): Promise<ContentTree> {
  const cachedTree = trees.get(hash);
  if (cachedTree) return cachedTree;
  if (db.isTransaction) return readTreeObjects(db, spaceId, hash);
  const key = `${spaceId} ${hash}`;
  const tree =
    loading.get(key) ?? readTreeObjects(db, spaceId, hash).finally(() => loading.delete(key));
  loading.set(key, tree);
  return tree;
}

async function readTreeObjects(db: Queries, spaceId: string, hash: string): Promise<ContentTree> {
  const rootTexts = await readTexts(db, spaceId, [hash]);
  const root: Root = JSON.parse(getText(rootTexts, hash));
  const pages = await readPages(db, spaceId, root.pages);
  const files = await readFiles(db, spaceId, root.files);
  return keepTree(spaceId, hash, { ...root, files, pages });
}

function keepTree(spaceId: string, hash: string, tree: ContentTree): ContentTree {
  const latest = latestTrees.get(spaceId)?.deref();
  trees.set(hash, tree);
  latestTrees.set(spaceId, new WeakRef(tree));
  return latest ? withOrigin(tree, latest) : tree;
}

const noPages: readonly ContentPage[] = [];

/** Reads the objects that are not cached, level by level. */
async function readPages(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<readonly ContentPage[]> {
  const pieces = new Map<string, LoadedPiece<ContentPage>>();
  const stored = new Map<
    string,
    { readonly pages: readonly StoredPage[]; readonly size: number }
  >();
  const listMissing = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => {
      const cachedPiece = pieces.get(name) ?? pagePieces.get(name);
      if (cachedPiece) pieces.set(name, cachedPiece);
      return cachedPiece === undefined && !stored.has(name);
    });
  let missing = listMissing(hashes);
  while (missing.length > 0) {
    const below: string[] = [];
    for (const some of inBatches(missing, objectsOfTurn)) {
      if (!db.isTransaction) await takeTurn(spaceId);
      const texts = await readTexts(db, spaceId, some);
      for (const name of some) {
        const text = getText(texts, name);
        const pages: readonly StoredPage[] = JSON.parse(text);
        stored.set(name, { pages, size: 1 + text.length });
        for (const { pages: children = [] } of pages) for (const one of children) below.push(one);
      }
    }
    missing = listMissing(below);
  }

  const assemble = (names: readonly string[]): readonly ContentPage[] =>
    joinPieces(names, names.map(assemblePiece));
  const assemblePiece = (name: string): LoadedPiece<ContentPage> => {
    const known = pieces.get(name);
    if (known) return known;
    const { pages = [], size = 0 } = stored.get(name) ?? {};
    let total = size;
    const items = pages.map(({ pages: children = [], ...page }): ContentPage => {
      for (const child of children) total += assemblePiece(child).size;
      return { ...page, pages: children.length === 0 ? noPages : assemble(children) };
    });
    const piece = { items, size: total };
    pieces.set(name, piece);
    pagePieces.set(name, piece);
    return piece;
  };
  return assemble(hashes);
}

async function readFiles(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<readonly TreeFile[]> {
  const pieces: LoadedPiece<TreeFile>[] = [];
  for (const names of inBatches(hashes, objectsOfTurn)) {
    const cachedPieces = names.map((name) => filePieces.get(name));
    const missing = names.filter((_, index) => cachedPieces[index] === undefined);
    if (missing.length > 0 && !db.isTransaction) await takeTurn(spaceId);
    const texts = await readTexts(db, spaceId, missing);
    for (const [index, name] of names.entries()) {
      const cachedPiece = cachedPieces[index];
      if (cachedPiece) pieces.push(cachedPiece);
      else {
        const text = getText(texts, name);
        const piece: LoadedPiece<TreeFile> = { items: JSON.parse(text), size: 1 + text.length };
        filePieces.set(name, piece);
        pieces.push(piece);
      }
    }
  }
  return joinPieces(hashes, pieces);
}

function joinPieces<Item extends object>(
  hashes: readonly string[],
  loaded: readonly LoadedPiece<Item>[],
): readonly Item[] {
  let start = 0;
  const pieces = loaded.map(({ items, size }, index): Piece => {
    const piece = { start, end: start + items.length, hash: hashes[index] ?? "", size };
    start = piece.end;
    return piece;
  });
  const items = loaded.flatMap((piece) => piece.items);
  notePieces(items, pieces);
  return items;
}

async function readTexts(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom("tree_objects")
    .select(["hash", "body"])
    .where("space_id", "=", spaceId)
    .where("hash", "in", hashes)
    .execute();
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}

function getText(texts: ReadonlyMap<string, string>, hash: string): string {
  const text = texts.get(hash);
  if (text === undefined) throw new Error(`The object ${hash} of a tree is missing.`);
  return text;
}

/** @returns the items in lists of at most `size` */
export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    batches.push(items.slice(start, start + size));
  }
  return batches;
}
