/** Conversion of the content of a space to the files of a repository. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Document } from "../../../../contract/document.model.ts";
import { getAddress } from "../../../../document/reference-address.ts";
import {
  isReadme,
  joinPath,
  listLocations,
  resolveFolder,
  toRelativePath,
} from "../../../../document/repository/paths.ts";
import { createResolver, type ResolveReference } from "../../../../document/repository/resolver.ts";
import type { ProjectPaths } from "../../../../document/repository/settings.ts";
import type { SummaryItem, SummaryPart } from "../../../../document/repository/summary.ts";
import { variablesLocation } from "../../../../document/repository/variables.ts";
import { formatPageSlug, toSlug } from "../../../../document/slugs.ts";
import type { Queries } from "../../../database/tables.ts";
import { getFile } from "../../content/files/blobs.ts";
import { emptyDocument, getDocument, loadDocumentFacts } from "../../content/texts/documents.ts";
import { redirectFrom } from "../../content/tree/redirects.ts";
import {
  type ContentPage,
  type ContentTree,
  isSameValue,
  pageFields,
  type ReusableContent,
  reusableFields,
} from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import {
  includeName,
  includePath,
  printIncludeFile,
  readIncludeFile,
  rewriteIncludeFile,
} from "../files/include-file.ts";
import {
  assignLocations,
  type ContentLocations,
  haveSameUrls,
  isInside,
  type LocatedTree,
  toRelativeReference,
} from "../files/locations.ts";
import {
  createLossTest,
  findLostLinks,
  keepLostLinks,
  listReferences,
} from "../files/lost-links.ts";
import {
  printPageFile,
  readPageFile,
  recordRemovedPageFile,
  rewritePageFile,
} from "../files/page-file.ts";
import { encodePath } from "../files/references.ts";
import { createSettingsFile } from "../files/settings-file.ts";
import type { TextLinks } from "../files/text-file.ts";
import { createVariablesFile } from "../files/variables-file.ts";
import type { MovedBlocks } from "./moved-blocks.ts";
import { rewriteSummary, writeSummary } from "./summary.ts";

export interface ProjectFile {
  /** The page or file; absent for the table of contents. */
  readonly thing?: string;
  /** Whether it would be written as for the last synchronized content. */
  readonly isUnchanged: boolean;
  /** Replaced as a whole, so that the previous contents need not be read. */
  readonly isBinary?: true;
  /** @param base the previous file in the repository; unchanged parts are preserved */
  readonly write: (base: Uint8Array | undefined) => Promise<Uint8Array>;
}

export interface GitProject {
  /** By paths from the root of the repository. */
  readonly files: ReadonlyMap<string, ProjectFile>;
  /** The paths of the last synchronized content. */
  readonly pathsBefore: readonly string[];
  /** Makes the blocks of a removed file available to other files. */
  readonly leave: (thing: string, base: Uint8Array) => void;
}

export interface ProjectWriter {
  readonly db: Queries;
  readonly spaceId: string;
  readonly paths: ProjectPaths;
  /** The locations at the last synchronization. */
  readonly known: ContentLocations;
  readonly now: ContentTree;
  /** The last synchronized content. */
  readonly before: ContentTree | undefined;
  readonly moved: MovedBlocks;
  /** Receives the number of reformatted blocks in the file of a page or reusable content. */
  readonly printed: (thing: string, blocks: number) => void;
}

export async function planProject(writing: ProjectWriter): Promise<GitProject> {
  const { db, spaceId, paths, now, before, known } = writing;
  const inside = (path: string) => path.slice(paths.root === "" ? 0 : paths.root.length + 1);
  const toSide = (tree: ContentTree): LocatedTree => {
    const ownLocations = assignLocations(tree, known, inside(paths.readme));
    const locations = withIncludeLocations(ownLocations, tree, known);
    return { tree, locations, targets: new Map([...known, ...locations]) };
  };
  const [newSide, oldSide] = [toSide(now), before && toSide(before)];
  const isSame = await findPagesThatStay(writing, newSide, oldSide);
  const project = new Map<string, ProjectFile>();
  const resolvePath = (location: string | undefined) => joinPath(paths.root, location ?? "");
  const resolveBefore = getResolver(oldSide ?? { ...newSide, targets: known }, paths);
  const resolveNow = getResolver(newSide, paths);
  const linksFrom = (id: string): TextLinks => {
    const location = newSide.locations.get(id) ?? "";
    const old = known.get(id) ?? location;
    return {
      before: (ref) => resolveBefore(ref, old),
      now: (ref) => resolveNow(ref, location),
      written: (ref) => toRelativeReference(ref, location, newSide.targets),
      printed: (blocks) => writing.printed(id, blocks),
      moves: writing.moved.of(id),
    };
  };
  for (const page of listDocuments(now.pages)) {
    const links = linksFrom(page.id);
    project.set(resolvePath(newSide.locations.get(page.id)), {
      thing: page.id,
      isUnchanged: isSame.has(page.id),
      async write(base) {
        const { document: hash } = page;
        const document = hash === undefined ? emptyDocument : await getDocument(db, spaceId, hash);
        const former = before && getTreeIndex(before).pages.get(page.id)?.page.document;
        const parse = (text: string) => readPageFile(text, { path: "", listed: "" }, keepUrl);
        const rewrite = async (text: string) => {
          const kept = await withLostLinks(writing, links, former, () => parse(text).document);
          return rewritePageFile(text, page, document, kept);
        };
        const updatedText = base && (await rewrite(toText(base)));
        return Buffer.from(updatedText ?? printPageFile(page, document, links), "utf8");
      },
    });
  }
  for (const { id, hash } of now.files) {
    const previous = oldSide && getTreeIndex(oldSide.tree).files.get(id);
    project.set(resolvePath(newSide.locations.get(id)), {
      thing: id,
      isUnchanged:
        previous?.hash === hash && oldSide?.locations.get(id) === newSide.locations.get(id),
      isBinary: true,
      write: () => loadBytes(writing, hash),
    });
  }
  for (const include of await planIncludes(writing, newSide, oldSide, linksFrom)) {
    project.set(resolvePath(include.location), include);
  }
  const variables = createVariablesFile(now, before);
  if (variables) project.set(resolvePath(variablesLocation), variables);
  const settings = createSettingsFile(now, before);
  if (settings) project.set(paths.settings, settings);
  const leads = { before: oldSide ? resolveBefore : resolveNow, now: resolveNow };
  project.set(paths.summary, buildSummaryFile(newSide, oldSide, inside(paths.summary), leads));
  const pathsBefore = oldSide
    ? [...oldSide.locations.values(), variablesLocation].map(resolvePath).concat(paths.summary)
    : [];
  return {
    files: project,
    pathsBefore,
    leave: (thing, base) => recordRemovedPageFile(toText(base), linksFrom(thing)),
  };
}

/**
 * The links of a file that keep the URLs of what the space no longer has.
 * @param hash of the document that was synchronized with the file
 * @param parse reads the document of the file, without resolving its URLs
 */
async function withLostLinks(
  { db, spaceId, now }: Pick<ProjectWriter, "db" | "spaceId" | "now">,
  links: TextLinks,
  hash: string | undefined,
  parse: () => Document | undefined,
): Promise<TextLinks> {
  if (hash === undefined) return links;
  const facts = (await loadDocumentFacts(db, spaceId, [hash])).get(hash);
  const stored = (facts?.references ?? []).map(({ ref }) => ref);
  const isLost = createLossTest(now);
  if (!stored.some(isLost)) return links;
  return keepLostLinks(links, findLostLinks(listReferences(parse()), stored, isLost));
}

function keepUrl(ref: ContentReference): ContentReference {
  return ref;
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** @throws Error if the space does not have the contents */
async function loadBytes({ db, spaceId }: ProjectWriter, hash: string): Promise<Uint8Array> {
  const bytes = await getFile(db, spaceId, hash);
  if (!bytes) throw new Error(`The file ${hash} of space ${spaceId} is missing.`);
  return bytes;
}

/** The pages with the same content and location, and links to the same URLs. */
async function findPagesThatStay(
  { db, spaceId }: ProjectWriter,
  is: LocatedTree,
  oldSide: LocatedTree | undefined,
): Promise<ReadonlySet<string>> {
  if (!oldSide) return new Set();
  const { pages } = getTreeIndex(oldSide.tree);
  const same = listDocuments(is.tree.pages).filter((page) => {
    const before = pages.get(page.id)?.page;
    const stays = oldSide.locations.get(page.id) === is.locations.get(page.id);
    return before && stays && pageFields.every((name) => isSameValue(page[name], before[name]));
  });
  const facts = await loadDocumentFacts(
    db,
    spaceId,
    same.flatMap(({ document }) => document ?? []),
  );
  const stays = (page: ContentPage) => {
    const from = is.locations.get(page.id) ?? "";
    const refs = (facts.get(page.document ?? "")?.references ?? []).map(({ ref }) => ref);
    const covers = [page.cover?.ref, page.cover?.refDark].flatMap((ref) => ref ?? []);
    return haveSameUrls([...refs, ...covers], from, is, oldSide);
  };
  return new Set(same.filter(stays).map(({ id }) => id));
}

/** Resolves the URLs in a file first as an import does, and then for readers. */
function getResolver({ tree, targets }: LocatedTree, { root }: ProjectPaths): ResolveReference {
  const { files, reusableContents, byPath } = getTreeIndex(tree);
  const pageIds = new Map<string, string>();
  const fileIds = new Map<string, string>();
  const includeIds = new Map<string, string>();
  const readmes = new Map<string, string>();
  for (const [id, location] of targets) {
    if (files.has(id)) fileIds.set(location, id);
    else if (reusableContents.has(id)) includeIds.set(location, id);
    else {
      pageIds.set(location, id);
      if (isReadme(location)) readmes.set(resolveFolder(location), location);
    }
  }
  const pageSpelled = (path: string) => {
    const location = listLocations(path).find((one) => pageIds.has(one));
    if (location !== undefined) return pageIds.get(location);
    const page = byPath.get(path.replace(/\.md$/, ""))?.page;
    return page?.type === "document" ? page.id : undefined;
  };
  const pageFor = (path: string) => {
    const page = pageSpelled(path);
    const redirected = page ? undefined : redirectFrom(tree, path.replace(/\.md$/, ""));
    return redirected === undefined ? page : pageSpelled(redirected);
  };
  return createResolver({
    root,
    pageFor,
    pageAt: (location) => pageIds.get(location),
    findReadme: (folder) => readmes.get(folder),
    fileAt: (location) => fileIds.get(location),
    includeAt: (location) => includeIds.get(location),
  });
}

function listDocuments(pages: readonly ContentPage[]): ContentPage[] {
  return pages.flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...listDocuments(page.pages),
  ]);
}

function buildSummaryFile(
  is: LocatedTree,
  oldSide: LocatedTree | undefined,
  location: string,
  leads: { readonly before: ResolveReference; readonly now: ResolveReference },
): ProjectFile {
  const parts = buildOutline(is, location);
  const same = oldSide && JSON.stringify(buildOutline(oldSide, location)) === JSON.stringify(parts);
  const resolveName = (resolve: ResolveReference) => (address: string) =>
    getAddress(resolve({ kind: "url", url: address }, location));
  return {
    isUnchanged: same === true,
    async write(base) {
      const text = base
        ? rewriteSummary(toText(base), parts, resolveName(leads.before), resolveName(leads.now))
        : writeSummary(parts);
      return Buffer.from(text, "utf8");
    },
  };
}

function buildOutline(
  { tree, locations, targets }: LocatedTree,
  from: string,
): readonly SummaryPart[] {
  const parts: { title?: string; slug?: string; items: SummaryItem[] }[] = [];
  const items = (pages: readonly ContentPage[]): SummaryItem[] =>
    pages.flatMap((page) => toSummaryItems(page, locations, targets, from, items));
  for (const page of tree.pages) {
    if (page.type === "group") {
      parts.push({ ...toSummaryGroup(page), items: items(page.pages) });
      continue;
    }
    const last = parts.at(-1);
    if (last && last.title === undefined) for (const item of items([page])) last.items.push(item);
    else parts.push({ items: items([page]) });
  }
  return parts;
}

/** Its slug is written only if it does not follow from the title, now or formerly. */
function toSummaryGroup({ title, slug }: ContentPage): { title: string; slug?: string } {
  const derived: (string | undefined)[] = [formatPageSlug(title), toSlug(title)];
  return { title, ...(slug !== undefined && !derived.includes(slug) && { slug }) };
}

function toSummaryItems(
  page: ContentPage,
  locations: ContentLocations,
  targets: ContentLocations,
  from: string,
  items: (pages: readonly ContentPage[]) => SummaryItem[],
): SummaryItem[] {
  const location = locations.get(page.id);
  if (page.type === "document" && location !== undefined) {
    const address = encodePath(toRelativePath(from, location));
    return [{ title: page.title, address, items: items(page.pages) }];
  }
  if (page.type !== "link" || !page.target) return [];
  const target = getAddress(toRelativeReference(page.target, from, targets));
  // A path without an anchor would be a page, not a link to a page.
  const isPath = page.target.kind === "page" && page.target.space === undefined;
  return [{ title: page.title, address: isPath ? `${target}#` : target, items: [] }];
}

/**
 * @param locations of the pages and files
 * @param formerLocations former locations, for contents without a location
 * @returns the locations with those of the reusable contents
 */
function withIncludeLocations(
  locations: ContentLocations,
  tree: ContentTree,
  formerLocations: ContentLocations,
): ContentLocations {
  const all = new Map(locations);
  const usedPaths = new Set(locations.values());
  const inAnyCase = new Set([...usedPaths].map((location) => location.toLowerCase()));
  const take = (
    id: string,
    candidates: Iterable<string | undefined>,
    isFree: (location: string) => boolean,
  ) => {
    for (const candidate of candidates) {
      if (candidate === undefined || !isInside(candidate) || !isFree(candidate)) continue;
      all.set(id, candidate);
      usedPaths.add(candidate);
      inAnyCase.add(candidate.toLowerCase());
      return;
    }
  };
  for (const { id, location } of tree.reusableContents) {
    take(id, [location, formerLocations.get(id)], (path) => !usedPaths.has(path));
  }
  for (const { id, title } of tree.reusableContents) {
    if (!all.has(id))
      take(id, generateIncludePaths(title), (path) => !inAnyCase.has(path.toLowerCase()));
  }
  return all;
}

function* generateIncludePaths(title: string): Generator<string> {
  const name = includeName(title);
  yield includePath(name);
  for (let number = 1; ; number++) yield includePath(`${name}-${number}`);
}

/** A reusable content as a file of an export. */
interface PlannedInclude {
  readonly thing: string;
  readonly location: string;
  readonly isUnchanged: boolean;
  readonly write: (base: Uint8Array | undefined) => Promise<Uint8Array>;
}

/**
 * @param oldSide the last synchronized content
 * @param linksFrom the conversion of references in the file of a reusable content
 */
async function planIncludes(
  writing: ProjectWriter,
  is: LocatedTree,
  oldSide: LocatedTree | undefined,
  linksFrom: (id: string) => TextLinks,
): Promise<PlannedInclude[]> {
  const { db, spaceId } = writing;
  const hashes = is.tree.reusableContents.flatMap(({ document }) => document ?? []);
  const facts = await loadDocumentFacts(db, spaceId, hashes);
  const stays = (content: ReusableContent, location: string) => {
    const before = oldSide && getTreeIndex(oldSide.tree).reusableContents.get(content.id);
    if (!before || oldSide.locations.get(content.id) !== location) return false;
    const refs = (facts.get(content.document ?? "")?.references ?? []).map(({ ref }) => ref);
    return (
      reusableFields.every((name) => isSameValue(content[name], before[name])) &&
      haveSameUrls(refs, location, is, oldSide)
    );
  };
  return is.tree.reusableContents.map((content) => {
    const { id, document: hash } = content;
    const location = is.locations.get(id) ?? "";
    return {
      ...{ thing: id, location, isUnchanged: stays(content, location) },
      async write(base) {
        const document = hash === undefined ? emptyDocument : await getDocument(db, spaceId, hash);
        const whole = { content, document, path: location, links: linksFrom(id) };
        const former = oldSide && getTreeIndex(oldSide.tree).reusableContents.get(id)?.document;
        const parse = (text: string) => readIncludeFile(text, location, keepUrl);
        const rewrite = async (text: string) => {
          const kept = () => parse(text).document;
          const links = await withLostLinks(writing, whole.links, former, kept);
          return rewriteIncludeFile(text, { ...whole, links });
        };
        const updatedText = base && (await rewrite(toText(base)));
        return Buffer.from(updatedText ?? printIncludeFile(whole), "utf8");
      },
    };
  });
}
