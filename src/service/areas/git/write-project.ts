/** The content of a space as the files of a repository. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { writeMarkdown } from "../../../document/markdown.ts";
import { addressOf } from "../../../document/reference-address.ts";
import type { Queries } from "../../database/tables.ts";
import { getFile } from "../content/blobs.ts";
import { emptyDocument, getDocuments } from "../content/documents.ts";
import { writeHead } from "../content/front-matter.ts";
import type { Page, Tree } from "../content/tree.ts";
import { type Locations, locationsOf } from "./locations.ts";
import { joined, relativePath } from "./paths.ts";
import { encodedPath, withReferences } from "./references.ts";
import type { ProjectPlaces } from "./settings-file.ts";
import { type SummaryItem, type SummaryPart, writeSummary } from "./summary.ts";

export interface ProjectFile {
  /** The page or file; absent for the table of contents. */
  readonly thing?: string;
  /** A text, or the hash of a file's bytes: two that are equal say the same. */
  readonly text?: string;
  readonly hash?: string;
}

/** By paths from the root of the repository. */
export type Project = ReadonlyMap<string, ProjectFile>;

/** @param known where things stood at the last success, by their ids, from the root of the content */
export async function projectOf(
  db: Queries,
  spaceId: string,
  tree: Tree,
  places: ProjectPlaces,
  known: Locations,
): Promise<Project> {
  const inside = (path: string) => path.slice(places.root === "" ? 0 : places.root.length + 1);
  const locations = locationsOf(tree, known, inside(places.readme));
  // What is deleted is still led to by the path that it had, as the text says it.
  const targets: Locations = new Map([...known, ...locations]);
  const at = (location: string) => joined(places.root, location);
  const project = new Map<string, ProjectFile>();
  const pages = documentsIn(tree.pages);
  const texts = await getDocuments(
    db,
    spaceId,
    pages.flatMap(({ document }) => document ?? []),
  );
  for (const page of pages) {
    const location = locations.get(page.id) ?? "";
    const document = texts.get(page.document ?? "") ?? emptyDocument;
    const lead = (ref: ContentReference) => ledOut(ref, location, targets);
    const written = writeMarkdown(withReferences(document, lead));
    const head = writeHead(page, { write: (ref) => addressOf(lead(ref)) });
    const title = writeMarkdown(titleOf(page.title));
    const text = `${head}${title}${written === "" ? "" : `\n${written}`}`;
    project.set(at(location), { thing: page.id, text });
  }
  for (const { id, hash } of tree.files) {
    project.set(at(locations.get(id) ?? ""), { thing: id, hash });
  }
  project.set(places.summary, { text: summaryOf(tree, locations, inside(places.summary)) });
  return project;
}

/** @throws an error where the space has lost the bytes */
export async function bytesOf(
  db: Queries,
  spaceId: string,
  { text, hash = "" }: ProjectFile,
): Promise<Uint8Array> {
  if (text !== undefined) return Buffer.from(text, "utf8");
  const bytes = await getFile(db, spaceId, hash);
  if (!bytes) throw new Error(`The file ${hash} of space ${spaceId} is missing.`);
  return bytes;
}

function documentsIn(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...documentsIn(page.pages),
  ]);
}

function titleOf(title: string): Parameters<typeof writeMarkdown>[0] {
  const leaves = [{ object: "leaf" as const, text: title, marks: [] }];
  const nodes = [{ object: "text" as const, leaves }];
  return { ...emptyDocument, nodes: [{ object: "block", type: "heading-1", nodes }] };
}

/** What is in this content is led to by a path; everything else stays as it is. */
function ledOut(ref: ContentReference, from: string, locations: Locations): ContentReference {
  if ("space" in ref && ref.space !== undefined) return ref;
  if (ref.kind === "anchor" && ref.page === undefined)
    return { kind: "url", url: `#${ref.anchor}` };
  const thing = ref.kind === "file" ? ref.file : "page" in ref ? ref.page : undefined;
  const to = typeof thing === "string" ? locations.get(thing) : undefined;
  if (to === undefined) return ref;
  const anchor = ref.kind === "anchor" ? `#${ref.anchor}` : "";
  return { kind: "url", url: `${encodedPath(relativePath(from, to))}${anchor}` };
}

function summaryOf(tree: Tree, locations: Locations, from: string): string {
  const parts: { title?: string; items: SummaryItem[] }[] = [];
  const items = (pages: readonly Page[]): SummaryItem[] =>
    pages.flatMap((page) => itemOf(page, locations, from, items));
  for (const page of tree.pages) {
    if (page.type === "group") {
      parts.push({ title: page.title, items: items(page.pages) });
      continue;
    }
    const last = parts.at(-1);
    if (last && last.title === undefined) for (const item of items([page])) last.items.push(item);
    else parts.push({ items: items([page]) });
  }
  return writeSummary(parts satisfies SummaryPart[]);
}

function itemOf(
  page: Page,
  locations: Locations,
  from: string,
  items: (pages: readonly Page[]) => SummaryItem[],
): SummaryItem[] {
  const location = locations.get(page.id);
  if (page.type === "document" && location !== undefined) {
    const address = encodedPath(relativePath(from, location));
    return [{ title: page.title, address, items: items(page.pages) }];
  }
  if (page.type !== "link" || !page.target) return [];
  const target = addressOf(ledOut(page.target, from, locations));
  // A path without an anchor would be a page, not what leads to one.
  const isPath = page.target.kind === "page" && page.target.space === undefined;
  return [{ title: page.title, address: isPath ? `${target}#` : target, items: [] }];
}
