/** Updates the search index of a space to its content: only what changed since is read and written. */
import { setImmediate as turn } from "node:timers/promises";
import type { Document, Node } from "../../../../contract/document.model.ts";
import { anchorsOf, isHeading } from "../../../../document/anchors.ts";
import { textIn } from "../../../../document/walk.ts";
import { hashOf } from "../../../../json/canonical.ts";
import type { IndexedPage, IndexedSection } from "../../../database/search/engine.ts";
import { searchOf } from "../../../database/search/search.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { type Words, wordsOf } from "../../../engines/stemmers.ts";
import { emptyDocument, getDocuments } from "../documents.ts";
import { readRevision, treeOf } from "../revisions.ts";
import { indexOf, type TreePage } from "../tree-index.ts";
import { inBatches } from "../tree-store.ts";

/** The version of how content is indexed; another one rebuilds every index. */
const indexVersion = 1;
const pagesAtOnce = 100;

export interface IndexedSpace {
  readonly id: string;
  readonly revision_id: string;
  readonly language: string | null;
}

/** The updates that are running in this process, so that two searches share one. */
const running = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Does nothing if the index is up to date. It commits step by step, so that other requests are
 * answered in between, and an interruption loses one step.
 * @param db outside of a transaction
 */
export async function indexSpace(db: Queries, space: IndexedSpace): Promise<void> {
  const works = running.get(db) ?? new Map<string, Promise<void>>();
  running.set(db, works);
  let work = works.get(space.id);
  if (!work) {
    work = updateIndex(db, space).finally(() => works.delete(space.id));
    works.set(space.id, work);
  }
  return work;
}

async function updateIndex(
  db: Queries,
  { id, revision_id, language }: IndexedSpace,
): Promise<void> {
  const engine = searchOf(db);
  const revision = await readRevision(db, revision_id);
  const state = `${indexVersion} ${language ?? ""} ${revision.root}`;
  const known = await engine.known(db, id);
  if (known.state === state) return;
  const validStamps = known.state?.startsWith(`${indexVersion} ${language ?? ""} `)
    ? known.stamps
    : new Map();
  const { pages } = indexOf(await treeOf(db, revision));
  const removed = [...known.stamps.keys()].filter((page) => !isSearchable(pages.get(page)));
  const changed = [...pages.values()].filter(
    (treePage) => isSearchable(treePage) && validStamps.get(treePage.page.id) !== stampOf(treePage),
  );
  const words = await wordsOf(language);
  for (const some of inBatches(removed, pagesAtOnce)) {
    await inTransaction(db, (transaction) => engine.remove(transaction, id, some));
  }
  for (const some of inBatches(changed, pagesAtOnce)) {
    await inTransaction(db, (transaction) => indexPages(transaction, id, some, words));
    // SQLite answers synchronously, so let other requests run in between.
    await turn();
  }
  await engine.note(db, id, state);
}

/** Groups and links have no text of their own, and hidden pages must not be found. */
function isSearchable(treePage: TreePage | undefined): boolean {
  return treePage?.page.type === "document" && treePage.page.hidden !== true;
}

function stampOf({ page }: TreePage): string {
  return hashOf(`${page.title}\n${page.description ?? ""}\n${page.document ?? ""}`);
}

async function indexPages(
  db: Queries,
  space: string,
  treePages: readonly TreePage[],
  words: Words,
): Promise<void> {
  const hashes = treePages.flatMap(({ page }) =>
    page.document === undefined ? [] : [page.document],
  );
  const documents = await getDocuments(db, space, hashes);
  const pages = treePages.map((treePage): IndexedPage => {
    const { id, title, description, document } = treePage.page;
    const text = documents.get(document ?? "") ?? emptyDocument;
    return {
      space,
      page: id,
      title,
      stamp: stampOf(treePage),
      sections: sectionsOf(text, description),
    };
  });
  await searchOf(db).put(db, pages, words);
}

/**
 * Each heading, at any depth, begins a section. The text before the first one is a section too, even
 * if it is empty, so that a page is found by its title.
 * @param intro the description of the page
 */
export function sectionsOf(document: Document, intro = ""): IndexedSection[] {
  const anchors = anchorsOf(document);
  const sections: { anchor: string; heading: string; texts: string[] }[] = [
    { anchor: "", heading: "", texts: [intro] },
  ];
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (isHeading(node)) {
        const { id, title } = anchors.get(node) ?? { id: "", title: textIn(node).trim() };
        sections.push({ anchor: id, heading: title, texts: [] });
      } else if (node.fragments || containsHeading(node)) {
        if (node.type === "tabs-item") sections.at(-1)?.texts.push(String(node.data?.title ?? ""));
        walk(node.fragments ?? []);
        walk(node.nodes ?? []);
      } else {
        sections.at(-1)?.texts.push(textOf(node));
      }
    }
  };
  walk(document.nodes);
  return sections.map(({ anchor, heading, texts }) => ({
    anchor,
    heading,
    body: texts
      .filter((text) => text !== "")
      .join("\n")
      .trim(),
  }));
}

function containsHeading(node: Node): boolean {
  return (node.nodes ?? []).some(
    (inner) =>
      inner.object === "block" && (isHeading(inner) || inner.fragments || containsHeading(inner)),
  );
}

/** Of HTML, the text between the tags. */
function textOf(node: Node): string {
  if (node.type !== "html") return textIn(node);
  return String(node.data?.html ?? "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
