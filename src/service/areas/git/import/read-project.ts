/** Conversion of the files of a repository to the content of a space. */

import { collectReferences } from "../../../../document/references.ts";
import { hasMisreadText } from "../../../../document/repository/front-matter.ts";
import {
  deepestOutline,
  mostPages,
  mostText,
} from "../../../../document/repository/import-limits.ts";
import { locateLine } from "../../../../document/repository/outline.ts";
import { isAttachment, joinPath, toPageSlug } from "../../../../document/repository/paths.ts";
import { createResolver, type ResolveReference } from "../../../../document/repository/resolver.ts";
import type { SummaryItem } from "../../../../document/repository/summary.ts";
import { formatPageSlug, toSlug } from "../../../../document/slugs.ts";
import { toStoredForm } from "../../../../document/stored-document.ts";
import { computeSum, type TreeEntry } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { ContentPage, ContentTree } from "../../content/tree/tree.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import { createTooManyPagesError } from "../export/summary.ts";
import { decodeText } from "../files/decode-text.ts";
import { resolveWithLost } from "../files/lost-links.ts";
import { findCurrentTitle, readPageFile } from "../files/page-file.ts";
import { collectAssets, type ReadingProject } from "../files/project-assets.ts";
import type { ProjectFiles } from "../files/project-files.ts";
import type { SyncedFile } from "../files/synced-files.ts";
import { readVariables } from "../files/variables-file.ts";
import type { Identities } from "./identities.ts";
import { findPageBefore } from "./identities.ts";
import { collectIncludes } from "./read-includes.ts";
import { readLostLinks } from "./read-lost-links.ts";
import { createRemovalTest, findTextsThatStay, type UnchangedText } from "./unchanged-texts.ts";

export interface ImportedProject {
  readonly tree: ContentTree;
  readonly files: readonly SyncedFile[];
}

/**
 * Stores the documents and files.
 * @throws GitFailure for a repository that is too large
 */
export async function readProject(reading: ReadingProject): Promise<ImportedProject> {
  const { call, project, memory, identities, clone } = reading;
  const parts = buildOutline(project, identities, memory);
  const listedPages = parts.flatMap(({ listedPages }) => listedPages);
  const entries = listedPages.flatMap(({ entry }) => entry ?? []);
  const oids = entries.map(({ oid }) => oid);
  if (computeSum(await clone.sizes(oids)) > mostText) {
    throw new GitFailure("too-large", `The pages exceed the limit of ${mostText} bytes in total.`);
  }
  const texts = await clone.read(oids);
  const pageIds = new Map(
    listedPages.flatMap(({ location, id }) =>
      location === undefined ? [] : [[location, id] as const],
    ),
  );
  const assets = collectAssets(reading);
  const includes = collectIncludes(reading, (location) => pageIds.has(location));
  const resolve = createResolver({
    root: project.paths.root,
    pageAt: (location) => pageIds.get(location),
    includeAt: includes.idAt,
    findReadme: project.findReadme,
    fileAt: (location) =>
      project.files.has(location) && isAttachment(location)
        ? assets.getAssetId(location)
        : undefined,
  });
  const ids = new Set([
    ...parts.flatMap(listIds),
    ...assets.list().map(({ id }) => id),
    ...includes.files.flatMap(({ thing }) => thing ?? []),
  ]);
  const isRemoved = createRemovalTest(reading, ids);
  const same = listUnchangedPages(reading, listedPages);
  const reusable = await findTextsThatStay(reading, same, resolve, isRemoved);

  const changed = listedPages.flatMap(({ id }) =>
    reusable.has(id) ? [] : (findPageBefore(memory, id) ?? []),
  );
  const lost = await readLostLinks(
    reading,
    changed,
    ids,
    (text, path) => readPageFile(text, { path, listed: "" }, (ref) => ref).document,
  );

  const pages = new Map<string, ContentPage>();
  for (const [index, one] of listedPages.entries()) {
    const { id, location, entry, listed } = one;
    await call.phases.count("read", index, listedPages.length);
    const before = findPageBefore(memory, id);
    if (location === undefined || !entry) {
      pages.set(id, {
        ...(before?.type === "document" && before),
        ...createPageWithoutFile(one),
        pages: [],
      });
      continue;
    }
    const names = { path: entry.path, listed };
    const text = decodeText(texts.get(entry.oid), entry.path);
    const git = { oid: entry.oid, path: entry.path };
    if (before && reusable.has(id)) {
      pages.set(id, {
        ...before,
        title: findCurrentTitle(text, names, before.title),
        git,
        pages: [],
      });
      continue;
    }
    const from = resolveWithLost((ref) => resolve(ref, location), lost.get(id));
    const { page, document } = readPageFile(text, names, from);
    // HTML keeps the URLs of its images, but their files belong to the content too.
    for (const { ref } of document ? collectReferences(document) : []) from(ref);
    const stored = document && toStoredForm(document);
    if (stored) await call.putDocument(stored);
    const isKnown = memory.files.get(entry.path)?.thing === id || memory.unsynced.pages.has(id);
    const stays = before?.type === "document" && isKnown;
    const slug = stays ? before.slug : toPageSlug(location);
    pages.set(id, {
      id,
      type: "document",
      ...page,
      ...(slug !== undefined && { slug }),
      // A page that was created in the space has no location until its file is moved.
      ...((!stays || before.location !== undefined) && { location }),
      ...(stored && { document: stored.hash }),
      git,
      pages: [],
    });
  }
  await call.flushDocuments();
  const reusableContents = await includes.store(resolve, isRemoved, ids);
  const variables = await readVariables(reading);
  const files = await assets.store(memory.tree);
  return {
    tree: {
      pages: withComputed(nestPages(parts, pages, resolve), memory.tree),
      files,
      reusableContents,
      variables: variables.values,
      ...(Object.keys(project.redirects).length > 0 && { redirects: project.redirects }),
    },
    files: [
      ...listedPages.flatMap(({ entry, id }) =>
        entry ? [{ ...toProjectFile(entry), thing: id }] : [],
      ),
      ...assets.list().map(({ entry, id }) => ({ ...toProjectFile(entry), thing: id })),
      ...includes.files,
      ...variables.files,
      ...project.special.map(toProjectFile),
    ],
  };
}

function createPageWithoutFile({
  id,
  listed,
  location,
}: ListedPage): Pick<ContentPage, "id" | "type" | "title" | "location"> {
  const title = listed || "Untitled";
  return { id, type: "document", title, ...(location !== undefined && { location }) };
}

function toProjectFile({ path, oid }: TreeEntry): { path: string; oid: string } {
  return { path, oid };
}

/** Pages with unchanged files. */
function listUnchangedPages(
  { memory }: ReadingProject,
  listedPages: readonly ListedPage[],
): UnchangedText[] {
  const { pages } = getTreeIndex(memory.tree);
  return listedPages.flatMap(({ id, location, entry }) => {
    const syncedFile = entry && memory.files.get(entry.path);
    const page = pages.get(id)?.page;
    const isSame =
      syncedFile?.oid === entry?.oid &&
      syncedFile?.thing === id &&
      page?.type === "document" &&
      !hasMisreadText(page.frontMatter);
    return isSame && location !== undefined ? [{ id, location, document: page.document }] : [];
  });
}

/** Nests the pages, and adds groups and links, which have no file. */
function nestPages(
  parts: readonly OutlinePart[],
  pages: ReadonlyMap<string, ContentPage>,
  resolve: ResolveReference,
): ContentPage[] {
  const below = (one: OutlinePart["items"][number]): ContentPage[] => {
    if (one.link !== undefined) {
      const target = resolve({ kind: "url", url: one.link }, one.from);
      return [{ id: one.id, type: "link", title: one.title, target, pages: [] }];
    }
    const page = pages.get(one.id);
    return page ? [{ ...page, pages: one.items.flatMap(below) }] : [];
  };
  return parts.flatMap((part): ContentPage[] => {
    const inner = part.items.flatMap(below);
    if (part.group === undefined) return inner;
    const { id, title, slug } = part.group;
    return [{ id, type: "group", title, ...(slug !== undefined && { slug }), pages: inner }];
  });
}

/** The ids of a part of the outline. */
function listIds({ group, items }: OutlinePart): string[] {
  const below = (item: OutlineItem): string[] => [item.id, ...item.items.flatMap(below)];
  return [...(group ? [group.id] : []), ...items.flatMap(below)];
}

/** Keeps computed pages, which never have a file. */
function withComputed(pages: readonly ContentPage[], before: ContentTree): ContentPage[] {
  const computed = [...getTreeIndex(before).pages.values()].filter(
    ({ page }) => page.type === "computed",
  );
  const under = (id: string | undefined) =>
    computed.filter(({ parent }) => parent?.page.id === id).map(({ page }) => page);
  const addComputed = (siblings: readonly ContentPage[], id: string | undefined): ContentPage[] => [
    ...siblings.map((page) => ({ ...page, pages: addComputed(page.pages, page.id) })),
    ...under(id),
  ];
  return addComputed(pages, undefined);
}

/** Assigns a file and an id to each line of the table of contents. */
interface OutlineItem {
  readonly id: string;
  readonly title: string;
  /** The URL of a line that is a link, not a page. */
  readonly link?: string;
  /** The location from which relative URLs are resolved. */
  readonly from: string;
  readonly items: readonly OutlineItem[];
}

interface ListedPage {
  readonly id: string;
  /** Its title in the table of contents; may be empty. */
  readonly listed: string;
  /** Absent for a title without a file. */
  readonly location?: string;
  /** Absent if the file is missing. */
  readonly entry?: TreeEntry;
}

interface OutlinePart {
  readonly group?: { readonly id: string; readonly title: string; readonly slug?: string };
  readonly items: readonly OutlineItem[];
  readonly listedPages: readonly ListedPage[];
}

/** A file that is listed twice becomes one page; its other lines become links to the page. */
function buildOutline(
  project: ProjectFiles,
  identities: Identities,
  memory: ReadingProject["memory"],
): OutlinePart[] {
  const { paths, files, findReadme, outlineFolder } = project;
  const from = joinPath(outlineFolder, "SUMMARY.md");
  const assigned = new Set<string>();

  /** A link has no subpages: the lines below it follow it. */
  function assignFiles(item: SummaryItem, listedPages: ListedPage[], depth: number): OutlineItem[] {
    const { title, address } = item;
    const location = locateLine(item, project, assigned);
    if (address !== undefined && location === undefined) {
      const id = identities.without("link", title);
      return [
        { id, title: title || address, link: address, from, items: [] },
        ...item.items.flatMap((inner) => assignFiles(inner, listedPages, depth)),
      ];
    }
    if (listedPages.length >= mostPages) throw createTooManyPagesError(listedPages.length + 1);
    if (depth > deepestOutline) {
      throw new GitFailure(
        "too-large",
        `The table of contents is nested deeper than ${deepestOutline} levels.`,
      );
    }
    if (location !== undefined) assigned.add(location);
    const entry = location === undefined ? undefined : files.get(location);
    const id =
      location === undefined
        ? identities.without("empty", title)
        : identities.of(joinPath(paths.root, location), location, "page");
    listedPages.push({
      id,
      listed: title,
      ...(location !== undefined && { location }),
      ...(entry && { entry }),
    });
    const items = item.items.flatMap((inner) => assignFiles(inner, listedPages, depth + 1));
    return [{ id, title, from, items }];
  }

  /** A group keeps its former slug. */
  const getGroupSlug = (id: string, title: string) => {
    const former = toSlug(title);
    return findPageBefore(memory, id)?.slug === former ? former : formatPageSlug(title);
  };

  const parts = project.parts.map(({ title, slug, items }): OutlinePart => {
    const listedPages: ListedPage[] = [];
    const outlineItems = items.flatMap((item) =>
      assignFiles(item, listedPages, title === undefined ? 1 : 2),
    );
    if (title === undefined) return { items: outlineItems, listedPages };
    const id = identities.without("group", title);
    return {
      group: { id, title, slug: slug ?? getGroupSlug(id, title) },
      items: outlineItems,
      listedPages,
    };
  });
  const readme = findReadme("");
  if (readme === undefined || assigned.has(readme)) return parts;
  const listedPages: ListedPage[] = [];
  const address = `/${encodeURI(readme)}`;
  const first = assignFiles({ title: "", address, items: [] }, listedPages, 1);
  return [{ items: first, listedPages }, ...parts];
}
