/**
 * Storage of trees as objects that are identified by their hashes, as in Git. A list of pages is
 * split into objects of about 64 pages, so that an edit writes one object for each list above it,
 * even in a list of ten thousand. Only the ids determine the splits, so an insertion moves no other
 * split.
 */
import { LRUCache } from "lru-cache";
import { canonicalText, computeHash } from "../../../../json/canonical.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ContentPage, ContentTree, TreeFile } from "./tree.ts";

/** The root of a tree; lists are hashes of objects. */
interface Root extends Omit<ContentTree, "pages" | "files"> {
  readonly pages: readonly string[];
  readonly files: readonly string[];
}

/** A stored page: its children are a list of further objects. */
type StoredPage = Omit<ContentPage, "pages"> & { readonly pages?: readonly string[] };

/** Functions that build the texts of objects, by their hashes. */
type Pieces = Map<string, () => string>;

/** Texts of stored objects by their hashes. */
type TextsByHash = Map<string, string>;

/** On average; an object has at most four times as many pages. */
const pieceSize = 64;
/** Hashes per query. */
const batch = 500;
/** Rows per statement; each has some kilobytes. */
const rowsAtOnce = 50;

/** Cached trees by root, limited by their total number of pages and files. */
const trees = new LRUCache<string, ContentTree>({
  maxSize: 60_000,
  sizeCalculation: (tree) => 1 + tree.files.length + countPages(tree.pages),
});

/**
 * Pages without subpages by the hash of their object, so that trees with the same objects share them:
 * comparisons recognize unchanged pages. Limited by the length of the objects.
 */
const leaves = new LRUCache<string, readonly ContentPage[]>({ maxSize: 16 * 1024 * 1024 });

function countPages(pages: readonly ContentPage[]): number {
  let count = pages.length;
  for (const page of pages) count += countPages(page.pages);
  return count;
}

/**
 * Writes the objects of a tree that its space does not have yet.
 * @returns the hash of its root
 */
export async function storeTree(db: Queries, spaceId: string, tree: ContentTree): Promise<string> {
  const pieces: Pieces = new Map();
  const root: Root = {
    pages: cutPages(tree.pages, pieces),
    files: splitList(tree.files).map((some) => addPiece(some.map(canonicalText), pieces)),
    reusableContents: tree.reusableContents,
    variables: tree.variables,
    ...(tree.redirects && { redirects: tree.redirects }),
  };
  const rootText = canonicalText(root);
  const hash = computeHash(rootText);
  pieces.set(hash, () => rootText);
  await writePieces(db, spaceId, pieces);
  trees.set(hash, tree);
  return hash;
}

/** @throws Error if an object is missing, which means that the database is inconsistent */
export async function loadTree(db: Queries, spaceId: string, hash: string): Promise<ContentTree> {
  const cachedTree = trees.get(hash);
  if (cachedTree) return cachedTree;
  const read: TextsByHash = new Map();
  await readInto(db, spaceId, [hash], read);
  const root: Root = JSON.parse(pieceIn(read, hash));
  const lists = new Map<string, PageList>();
  let names = root.pages;
  while (names.length > 0) {
    await readInto(db, spaceId, names, read);
    const below: string[] = [];
    for (const name of names) {
      const list = parsePages(name, pieceIn(read, name));
      lists.set(name, list);
      if ("leaves" in list) continue;
      for (const { pages = [] } of list.stored) for (const page of pages) below.push(page);
    }
    names = below.filter((name) => !lists.has(name));
  }
  await readInto(db, spaceId, root.files, read);
  const files = root.files.flatMap((name): TreeFile[] => JSON.parse(pieceIn(read, name)));
  const tree = { ...root, files, pages: assemble(root.pages, lists) };
  trees.set(hash, tree);
  return tree;
}

/** Hashes of objects of pages without subpages, by the first page. Most commits change few objects. */
const leafHashes = new WeakMap<
  ContentPage,
  { readonly pages: readonly ContentPage[]; readonly hash: string }
>();

function cutPages(pages: readonly ContentPage[], pieces: Pieces): string[] {
  return splitList(pages).map((some) => {
    const [first] = some;
    const cached = first && leafHashes.get(first);
    if (cached && hasSameItems(cached.pages, some)) {
      pieces.set(cached.hash, () => joinTexts(some.map((page) => toPageText(page, pieces))));
      return cached.hash;
    }
    const hash = addPiece(
      some.map((page) => toPageText(page, pieces)),
      pieces,
    );
    if (first && some.every((page) => page.pages.length === 0)) {
      leafHashes.set(first, { pages: some, hash });
    }
    return hash;
  });
}

function hasSameItems<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Texts of pages without subpages, which most commits do not change. */
const leafTexts = new WeakMap<ContentPage, string>();

function toPageText(page: ContentPage, pieces: Pieces): string {
  const cachedText = leafTexts.get(page);
  if (cachedText !== undefined) return cachedText;
  const { pages: children, ...fields } = page;
  if (children.length > 0) return canonicalText({ ...fields, pages: cutPages(children, pieces) });
  const text = canonicalText(fields);
  leafTexts.set(page, text);
  return text;
}

/** Splits a list into the lists of its objects. */
function splitList<T extends { readonly id: string }>(items: readonly T[]): (readonly T[])[] {
  const lists: (readonly T[])[] = [];
  let start = 0;
  for (const [index, item] of items.entries()) {
    const end = index + 1;
    const isFull = end - start === pieceSize * 4;
    if (!isFull && end < items.length && !endsPiece(item.id)) continue;
    lists.push(items.slice(start, end));
    start = end;
  }
  return lists;
}

function joinTexts(texts: readonly string[]): string {
  return `[${texts.join(",")}]`;
}

/** Depends on the id only and is true for one id in 64: FNV-1a, folded. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % pieceSize === 0;
}

function addPiece(texts: readonly string[], pieces: Pieces): string {
  const text = joinTexts(texts);
  const hash = computeHash(text);
  pieces.set(hash, () => text);
  return hash;
}

async function writePieces(db: Queries, spaceId: string, pieces: Pieces): Promise<void> {
  const existingHashes = new Set<string>();
  for (const some of inBatches([...pieces.keys()], batch)) {
    const rows = await db
      .selectFrom("tree_objects")
      .select("hash")
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash } of rows) existingHashes.add(hash);
  }
  const missing = [...pieces].filter(([hash]) => !existingHashes.has(hash));
  for (const some of inBatches(missing, rowsAtOnce)) {
    await db
      .insertInto("tree_objects")
      .values(some.map(([hash, toText]) => ({ space_id: spaceId, hash, body: toText() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function readInto(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
  pieces: TextsByHash,
): Promise<void> {
  const missing = [...new Set(hashes)].filter((hash) => !pieces.has(hash));
  for (const some of inBatches(missing, batch)) {
    const rows = await db
      .selectFrom("tree_objects")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, body } of rows) pieces.set(hash, body);
  }
}

function pieceIn(pieces: TextsByHash, hash: string): string {
  const piece = pieces.get(hash);
  if (piece === undefined) throw new Error(`The object ${hash} of a tree is missing.`);
  return piece;
}

/** The pages of an object; `leaves` if none has subpages. */
type PageList =
  | { readonly leaves: readonly ContentPage[] }
  | { readonly stored: readonly StoredPage[] };

function parsePages(hash: string, text: string): PageList {
  const cachedLeaves = leaves.get(hash);
  if (cachedLeaves) return { leaves: cachedLeaves };
  const stored: readonly StoredPage[] = JSON.parse(text);
  if (stored.some(({ pages }) => pages !== undefined)) return { stored };
  const pages = stored.map((page): ContentPage => ({ ...page, pages: [] }));
  leaves.set(hash, pages, { size: 1 + text.length });
  return { leaves: pages };
}

function assemble(
  hashes: readonly string[],
  lists: ReadonlyMap<string, PageList>,
): readonly ContentPage[] {
  return hashes.flatMap((hash) => {
    const list = lists.get(hash);
    if (list === undefined) return [];
    if ("leaves" in list) return list.leaves;
    return list.stored.map(
      ({ pages = [], ...page }): ContentPage => ({ ...page, pages: assemble(pages, lists) }),
    );
  });
}

/** @returns the items in lists of at most `size` */
export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    batches.push(items.slice(start, start + size));
  }
  return batches;
}
