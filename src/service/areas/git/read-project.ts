/** The files of a repository as the content of a space. */

import { setImmediate as turn } from "node:timers/promises";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { referencesIn } from "../../../document/references.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Entry } from "../../engines/git.ts";
import { factsOfDocuments } from "../content/documents.ts";
import type { Page, Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import { pageBefore } from "./identities.ts";
import { leadInto } from "./leading.ts";
import { readPageFile, titleNow } from "./page-file.ts";
import { pageSlug } from "./paths.ts";
import { type PlacedPart, plantedPages } from "./planting.ts";
import type { ReadingProject } from "./project-assets.ts";
import { collectAssets } from "./project-assets.ts";

export interface Imported {
  /** Documents that are new are named `new:<number>`, by their places in the list. */
  readonly tree: Tree;
  readonly documents: readonly Document[];
  /** The bytes of the files, by their hashes. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly files: readonly {
    readonly path: string;
    readonly oid: string;
    readonly thing?: string;
  }[];
}

const newDocument = "new:";
/** Pages are read in such lots, between which requests are answered. */
const lot = 20;
const mostText = 256 * 1024 * 1024;

/** @throws GitFailure for more than is taken in */
export async function readProject(reading: ReadingProject): Promise<Imported> {
  const { found, memory, identities, repository } = reading;
  const parts = plantedPages(found, identities);
  const placed = parts.flatMap(({ placed }) => placed);
  const entries = placed.flatMap(({ entry }) => entry ?? []);
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostText) {
    throw new GitFailure("too-large", `The pages have more than ${mostText} bytes together.`);
  }
  const texts = await repository.read(entries.map(({ oid }) => oid));
  const pageIds = new Map(
    placed.flatMap(({ location, id }) => (location === undefined ? [] : [[location, id] as const])),
  );
  const assets = collectAssets(reading);
  const lead = leadInto({ found, pageIds, fileId: assets.idOf });
  const reusable = await reusablePages(reading, placed, (url, from) =>
    lead({ kind: "url", url }, from),
  );

  const documents: Document[] = [];
  const pages = new Map<string, Page>();
  for (const [at, one] of placed.entries()) {
    if (at % lot === 0) await turn();
    const { id, location, entry, listed } = one;
    const before = pageBefore(memory, id);
    if (location === undefined || !entry) {
      pages.set(id, { ...(before?.type === "document" && before), ...unwritten(one), pages: [] });
      continue;
    }
    const named = { path: entry.path, listed };
    const text = Buffer.from(texts.get(entry.oid) ?? []).toString("utf8");
    const git = { oid: entry.oid, path: entry.path };
    if (before && reusable.has(id)) {
      pages.set(id, { ...before, title: titleNow(text, named, before.title), git, pages: [] });
      continue;
    }
    const from = (ref: ContentReference) => lead(ref, location);
    const { page, document } = readPageFile(text, named, from);
    // HTML names its images by their addresses, which stay; the files are needed all the same.
    for (const { ref } of document ? referencesIn(document) : []) from(ref);
    const isKnown = memory.files.get(entry.path)?.thing === id || memory.unsynced.pages.has(id);
    const stays = before?.type === "document" && isKnown;
    const slug = stays ? before.slug : pageSlug(location);
    pages.set(id, {
      id,
      type: "document",
      ...page,
      ...(slug !== undefined && { slug }),
      // One that was made here keeps its place by its title, until its file is moved.
      ...((!stays || before.location !== undefined) && { location }),
      ...(document && { document: `${newDocument}${documents.push(document) - 1}` }),
      git,
      pages: [],
    });
  }
  const { files, bytes } = await assets.read(memory.tree);
  return {
    tree: {
      pages: withComputed(grown(parts, pages, lead), memory.tree),
      files,
      reusableContents: memory.tree.reusableContents,
      variables: memory.tree.variables,
    },
    documents,
    bytes,
    files: [
      ...placed.flatMap(({ entry, id }) => (entry ? [{ ...plain(entry), thing: id }] : [])),
      ...assets.taken().map(({ entry, id }) => ({ ...plain(entry), thing: id })),
      ...found.special.map(plain),
    ],
  };
}

/** The tree with the hashes of its new documents. */
export function withDocuments(tree: Tree, hashes: readonly string[]): Tree {
  const settled = (pages: readonly Page[]): Page[] =>
    pages.map((page) => {
      const number = page.document?.startsWith(newDocument)
        ? Number(page.document.slice(newDocument.length))
        : undefined;
      const hash = number === undefined ? undefined : hashes[number];
      return { ...page, ...(hash !== undefined && { document: hash }), pages: settled(page.pages) };
    });
  return { ...tree, pages: settled(tree.pages) };
}

type Placed = PlacedPart["placed"][number];
type Lead = ReturnType<typeof leadInto>;

function unwritten({
  id,
  listed,
  location,
}: Placed): Pick<Page, "id" | "type" | "title" | "location"> {
  const title = listed || "Untitled";
  return { id, type: "document", title, ...(location !== undefined && { location }) };
}

function plain({ path, oid }: Entry): { path: string; oid: string } {
  return { path, oid };
}

/** Files that are as they were are not read again; unless a link of theirs leads somewhere now. */
async function reusablePages(
  { db, spaceId, memory }: ReadingProject,
  placed: readonly Placed[],
  lead: (url: string, from: string) => ContentReference,
): Promise<Set<string>> {
  const { pages } = indexOf(memory.tree);
  const same = placed.flatMap(({ id, location, entry }) => {
    const known = entry && memory.files.get(entry.path);
    const page = pages.get(id)?.page;
    const isSame = known?.oid === entry?.oid && known?.thing === id && page?.type === "document";
    return isSame && location !== undefined ? [{ id, location, document: page.document }] : [];
  });
  const hashes = same.flatMap(({ document }) => document ?? []);
  const facts = await factsOfDocuments(db, spaceId, hashes);
  const stay = same.filter(({ document, location }) =>
    (facts.get(document ?? "")?.references ?? []).every(
      ({ ref }) => ref.kind !== "url" || lead(ref.url, location).kind === "url",
    ),
  );
  return new Set(stay.map(({ id }) => id));
}

/** Pages as they are nested, with the groups and links that have no file. */
function grown(parts: readonly PlacedPart[], pages: ReadonlyMap<string, Page>, lead: Lead): Page[] {
  const below = (one: PlacedPart["items"][number]): Page[] => {
    if (one.link !== undefined) {
      const target = lead({ kind: "url", url: one.link }, one.from);
      return [{ id: one.id, type: "link", title: one.title, target, pages: [] }];
    }
    const page = pages.get(one.id);
    return page ? [{ ...page, pages: one.items.flatMap(below) }] : [];
  };
  return parts.flatMap((part): Page[] => {
    const held = part.items.flatMap(below);
    if (part.group === undefined) return held;
    const { id, title, slug } = part.group;
    return [{ id, type: "group", title, ...(slug !== undefined && { slug }), pages: held }];
  });
}

/** Pages that are computed have no file, so that none can be missed. */
function withComputed(pages: readonly Page[], before: Tree): Page[] {
  const computed = [...indexOf(before).pages.values()].filter(
    ({ page }) => page.type === "computed",
  );
  const under = (id: string | undefined) =>
    computed.filter(({ parent }) => parent?.page.id === id).map(({ page }) => page);
  const added = (siblings: readonly Page[], id: string | undefined): Page[] => [
    ...siblings.map((page) => ({ ...page, pages: added(page.pages, page.id) })),
    ...under(id),
  ];
  return added(pages, undefined);
}
