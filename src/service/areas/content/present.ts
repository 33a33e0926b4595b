/** Presentation of pages, files and revisions. */

import type { Output } from "../../../contract/endpoint.ts";
import type * as fileContract from "../../../contract/file.ts";
import type { NestedPage, PageModel as PageAnswer } from "../../../contract/page.model.ts";
import type * as contract from "../../../contract/revision.ts";
import { getAddress } from "../../../document/reference-address.ts";
import { buildAppUrl } from "../../core/app-urls.ts";
import { listInParts, WrittenJson, writeObjectInParts } from "../../core/deferred-response.ts";
import type { Call } from "../../core/handlers.ts";
import { presentCurrentChangeRequest } from "../../core/rows/change-request-rows.ts";
import { createFileUrls } from "./files/file-download.ts";
import { listVisibleContent } from "./hidden-content.ts";
import { loadRevisionTree, type Revision } from "./revisions.ts";
import type {
  ContentPage,
  ContentTree,
  PageLayout,
  ReusableContent,
  TreeFile,
} from "./tree/tree.ts";

/** Options for presenting a page. */
interface PresentOptions {
  readonly base: string;
  readonly space: string;
  /** Whether to include the location in a Git repository. */
  readonly metadata: boolean;
  /** Whether to include the sources of computed pages. */
  readonly sources: boolean;
  /** The path at which its pages are read, below the space: `content`, `revisions/R1`. */
  readonly location: string;
}

/** The path at which the current pages of a space are read, below the space. */
export const currentContent = "content";

/** Visitors of a site see what it displays, and not where the content comes from. */
export function presentOptions(
  { base, visitor }: Pick<Call, "base" | "visitor">,
  space: string,
  {
    metadata = true,
    location = currentContent,
  }: { readonly metadata?: boolean; readonly location?: string } = {},
): PresentOptions {
  const isMember = visitor === undefined || visitor.previewer !== undefined;
  return { base, space, metadata: metadata && isMember, sources: isMember, location };
}

const wholeLayout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  coverMask: "none",
  tags: true,
  actions: true,
  anchors: true,
} as const satisfies Required<PageLayout> & Record<string, unknown>;

/** A page without its subpages. */
export function presentSinglePage(
  page: ContentPage,
  path: string,
  options: PresentOptions,
): PageAnswer {
  return buildPage(page, path, [], options);
}

/**
 * Pages with their subpages.
 * @param above the path of the parent; "" at the top level
 */
export function presentPages(
  pages: readonly ContentPage[],
  above: string,
  options: PresentOptions,
): PageAnswer[] {
  return pages.map((page) => {
    const path = resolvePath(page, above);
    return buildPage(page, path, presentPages(page.pages, path, options), options);
  });
}

/** The same as JSON in parts, because a space can have tens of thousands of pages. */
function serializePages(
  pages: readonly ContentPage[],
  above: string,
  options: PresentOptions,
): Iterable<string> {
  function* each() {
    for (const page of pages) yield presentPageInParts(page, above, options);
  }
  return listInParts(each());
}

/**
 * A page with its subpages, as JSON in parts.
 * @param above the path of the parent; "" at the top level
 * @param text its text as further members, each as JSON
 */
export function presentPageInParts(
  page: ContentPage,
  above: string,
  options: PresentOptions,
  text: Readonly<Record<string, Iterable<string>>> = {},
): Iterable<string> {
  const path = resolvePath(page, above);
  const single = presentSinglePage(page, path, options);
  if (page.pages.length === 0) return writeObjectInParts(single, text);
  const pages = serializePages(page.pages, path, options);
  return writeObjectInParts({ ...single, pages: undefined }, { ...text, pages });
}

function resolvePath({ slug }: ContentPage, above: string): string {
  if (slug === undefined) return above;
  return above === "" ? slug : `${above}/${slug}`;
}

function buildPage(
  page: ContentPage,
  path: string,
  pages: PageAnswer[],
  options: PresentOptions,
): PageAnswer {
  const children: NestedPage[] = pages;
  const common = {
    id: page.id,
    title: page.title,
    emoji: page.emoji,
    icon: page.icon,
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
    ...(page.hidden && { hidden: true }),
  };
  const unindexed = {
    ...(page.noIndex && { noIndex: true }),
    ...(page.noRobotsIndex && { noRobotsIndex: true }),
  };
  const slug = page.slug ?? "";
  const computed = options.sources ? page.computed : undefined;
  if (page.type === "group") {
    return { ...common, ...unindexed, type: "group", kind: "group", slug, path, pages: children };
  }
  if (page.type === "link") {
    const target = page.target ?? { kind: "url", url: "" };
    const href = target.kind === "url" ? target.url : getAddress(target);
    return { ...common, type: "link", kind: "link", target, href };
  }
  if (page.type === "computed") {
    return { ...common, type: "computed", computed: { type: "", props: {}, ...computed } };
  }
  return {
    ...common,
    ...unindexed,
    type: "document",
    kind: "sheet",
    slug,
    path,
    description: page.description,
    tags: [],
    pages: children,
    layout: { ...wholeLayout, ...page.layout },
    cover: page.cover && { ...page.cover },
    variables: page.variables && { ...page.variables },
    documentId: page.document,
    computed: computed && { ...computed },
    computedSeed: options.sources ? page.computedSeed : undefined,
    git: options.metadata && page.git ? { ...page.git } : undefined,
    urls: { app: getPageAddress(options, page.id) },
  };
}

/** The URL of a page for a browser. */
export function getPageAddress(
  {
    base,
    space,
    location = currentContent,
  }: Pick<PresentOptions, "base" | "space"> & Partial<Pick<PresentOptions, "location">>,
  id: string,
): string {
  const [, changeRequest] = /^change-requests\/(\w+)\/content$/.exec(location) ?? [];
  if (changeRequest !== undefined) {
    return buildAppUrl(base, `/spaces/${space}/change-requests/${changeRequest}/page/${id}`);
  }
  if (location === currentContent) return buildAppUrl(base, `/spaces/${space}/page/${id}`);
  // Pages of former revisions have no workspace page.
  return `${base}/v1/spaces/${space}/${location}/page/${id}`;
}

type FileAnswer = Output<typeof fileContract.get>;

/** A revision with its content, for one with few pages and files. */
export async function presentRevision(
  call: Call,
  revision: Revision,
  options: PresentOptions,
): Promise<Output<typeof contract.get>> {
  const tree = await loadRevisionTree(call.db, revision);
  const { files, reusableContents } = await listVisibleContent(call, revision.space, tree);
  const address = await createFileUrls(call, revision.space);
  return {
    ...(await withoutLists(call, revision, reusableContents, options)),
    pages: presentPages(tree.pages, "", options),
    files: files.map((file) => presentFile(file, address, options)),
  };
}

/** The same as JSON in parts. */
export async function writeRevision(
  call: Call,
  revision: Revision,
  options: PresentOptions,
): Promise<WrittenJson> {
  const tree = await loadRevisionTree(call.db, revision);
  const { files, reusableContents } = await listVisibleContent(call, revision.space, tree);
  const address = await createFileUrls(call, revision.space);
  function* each() {
    for (const file of files) yield [JSON.stringify(presentFile(file, address, options))];
  }
  return new WrittenJson(
    writeObjectInParts(await withoutLists(call, revision, reusableContents, options), {
      pages: serializePages(tree.pages, "", options),
      files: listInParts(each()),
    }),
  );
}

async function withoutLists(
  call: Call,
  revision: Revision,
  reusableContents: readonly ReusableContent[],
  options: PresentOptions,
) {
  const { variables } = await loadRevisionTree(call.db, revision);
  return {
    object: "revision" as const,
    id: revision.id,
    // Visitors of a site see no change requests, which merges refer to.
    type: call.visitor && revision.type === "merge" ? "edits" : revision.type,
    parents: [...revision.parents],
    reusableContents: reusableContents.map((one) => presentReusableContent(one, options)),
    tags: [],
    variables: { ...variables },
    createdAt: revision.createdAt,
    mergedFrom:
      revision.mergedFrom === undefined || call.visitor
        ? undefined
        : await presentCurrentChangeRequest(call, {
            space_id: revision.space,
            id: revision.mergedFrom,
          }),
    git: options.metadata && revision.git && !call.visitor ? { ...revision.git } : undefined,
    urls: { app: `${call.base}/v1/spaces/${revision.space}/revisions/${revision.id}` },
  };
}

/** The pages of a tree, as a separate response. */
export function writePages(
  { pages }: Pick<ContentTree, "pages">,
  options: PresentOptions,
): WrittenJson {
  return new WrittenJson(writeObjectInParts({}, { pages: serializePages(pages, "", options) }));
}

export function presentReusableContent(
  { id, title, document, git }: ReusableContent,
  { metadata }: Pick<PresentOptions, "metadata">,
) {
  return { id, title, document, git: metadata && git ? { ...git } : undefined };
}

export function presentFile(
  file: TreeFile,
  address: (file: TreeFile) => string,
  { metadata }: Pick<PresentOptions, "metadata">,
): FileAnswer {
  const { id, name, contentType, size, dimensions, git } = file;
  return {
    id,
    name,
    contentType,
    size,
    dimensions: dimensions && { ...dimensions },
    downloadURL: address(file),
    git: metadata && git ? { ...git } : undefined,
  };
}
