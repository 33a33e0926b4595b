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

type Pieces = Map<string, string>;

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
    files: cut(tree.files, canonicalText, pieces),
    reusableContents: tree.reusableContents,
    variables: tree.variables,
    ...(tree.redirects && { redirects: tree.redirects }),
  };
  const hash = addPiece(canonicalText(root), pieces);
  await writePieces(db, spaceId, pieces);
  trees.set(hash, tree);
  return hash;
}

/** @throws Error if an object is missing, which means that the database is inconsistent */
export async function loadTree(db: Queries, spaceId: string, hash: string): Promise<ContentTree> {
  const cachedTree = trees.get(hash);
  if (cachedTree) return cachedTree;
  const read: Pieces = new Map();
  await readInto(db, spaceId, [hash], read);
  const root: Root = JSON.parse(pieceIn(read, hash));
  const lists = new Map<string, readonly StoredPage[]>();
  let names = root.pages;
  while (names.length > 0) {
    await readInto(db, spaceId, names, read);
    const below: string[] = [];
    for (const name of names) {
      const entries: readonly StoredPage[] = JSON.parse(pieceIn(read, name));
      lists.set(name, entries);
      for (const stored of entries) for (const page of stored.pages ?? []) below.push(page);
    }
    names = below.filter((name) => !lists.has(name));
  }
  await readInto(db, spaceId, root.files, read);
  const files = root.files.flatMap((name): TreeFile[] => JSON.parse(pieceIn(read, name)));
  const tree = { ...root, files, pages: assemble(root.pages, lists) };
  trees.set(hash, tree);
  return tree;
}

function cutPages(pages: readonly ContentPage[], pieces: Pieces): string[] {
  return cut(pages, (page) => toPageText(page, pieces), pieces);
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

function cut<T extends { readonly id: string }>(
  items: readonly T[],
  toText: (item: T) => string,
  pieces: Pieces,
): string[] {
  const hashes: string[] = [];
  let texts: string[] = [];
  const end = () => {
    if (texts.length > 0) hashes.push(addPiece(`[${texts.join(",")}]`, pieces));
    texts = [];
  };
  for (const item of items) {
    texts.push(toText(item));
    if (endsPiece(item.id) || texts.length === pieceSize * 4) end();
  }
  end();
  return hashes;
}

/** Depends on the id only and is true for one id in 64: FNV-1a, folded. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % pieceSize === 0;
}

function addPiece(text: string, pieces: Pieces): string {
  const hash = computeHash(text);
  pieces.set(hash, text);
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
      .values(some.map(([hash, body]) => ({ space_id: spaceId, hash, body })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function readInto(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
  pieces: Pieces,
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

function pieceIn(pieces: Pieces, hash: string): string {
  const piece = pieces.get(hash);
  if (piece === undefined) throw new Error(`The object ${hash} of a tree is missing.`);
  return piece;
}

function assemble(
  hashes: readonly string[],
  lists: ReadonlyMap<string, readonly StoredPage[]>,
): readonly ContentPage[] {
  return hashes.flatMap((hash) =>
    (lists.get(hash) ?? []).map(
      ({ pages = [], ...page }): ContentPage => ({ ...page, pages: assemble(pages, lists) }),
    ),
  );
}

/** @returns the items in lists of at most `size` */
export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    batches.push(items.slice(start, start + size));
  }
  return batches;
}
