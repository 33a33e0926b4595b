/** Pages, files and revisions as answers. */

import type { Output } from "../../../contract/endpoint.ts";
import type * as fileContract from "../../../contract/file.ts";
import type { NestedPage, Page as PageAnswer } from "../../../contract/page.model.ts";
import type * as contract from "../../../contract/revision.ts";
import { addressOf } from "../../../document/reference-address.ts";
import { currentChangeRequest } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { fileAddresses } from "./file-download.ts";
import { type Revision, treeOf } from "./revisions.ts";
import type { File, Page, PageLayout, ReusableContent } from "./tree.ts";

/** What presenting a page needs beside the page. */
interface PresentOptions {
  readonly base: string;
  readonly space: string;
  /** Whether to include the location in a Git repository. */
  readonly metadata: boolean;
  /** Where its pages are read, below the space: `content`, `revisions/R1`. */
  readonly location: string;
}

/** Where the pages that a space has now are read, below the space. */
export const currentContent = "content";

export function presentOptions(
  call: Pick<Call, "base">,
  space: string,
  {
    metadata = true,
    location = currentContent,
  }: { readonly metadata?: boolean; readonly location?: string } = {},
): PresentOptions {
  return { base: call.base, space, metadata, location };
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

/** @param above the path of the parent; "" at the top level */
export function presentPages(
  pages: readonly Page[],
  above: string,
  options: PresentOptions,
): PageAnswer[] {
  return pages.map((page) => presentPage(page, above, options));
}

/** A page with all below it. */
export function presentPage(page: Page, above: string, options: PresentOptions): PageAnswer {
  const path = page.slug === undefined ? above : above === "" ? page.slug : `${above}/${page.slug}`;
  return buildPage(page, path, presentPages(page.pages, path, options), options);
}

/** A page without those below it. */
export function presentSinglePage(page: Page, path: string, options: PresentOptions): PageAnswer {
  return buildPage(page, path, [], options);
}

function buildPage(
  page: Page,
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
  if (page.type === "group") {
    return { ...common, ...unindexed, type: "group", kind: "group", slug, path, pages: children };
  }
  if (page.type === "link") {
    const target = page.target ?? { kind: "url", url: "" };
    const href = target.kind === "url" ? target.url : addressOf(target);
    return { ...common, type: "link", kind: "link", target, href };
  }
  if (page.type === "computed") {
    return { ...common, type: "computed", computed: { type: "", props: {}, ...page.computed } };
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
    computed: page.computed && { ...page.computed },
    computedSeed: page.computedSeed,
    git: options.metadata && page.git ? { ...page.git } : undefined,
    urls: { app: addressOfPage(options, page.id) },
  };
}

export function addressOfPage(
  {
    base,
    space,
    location = currentContent,
  }: Pick<PresentOptions, "base" | "space"> & Partial<Pick<PresentOptions, "location">>,
  id: string,
): string {
  return `${base}/v1/spaces/${space}/${location}/page/${id}`;
}

type FileAnswer = Output<typeof fileContract.get>;

export async function presentRevision(
  call: Call,
  revision: Revision,
  options: PresentOptions,
): Promise<Output<typeof contract.get>> {
  const tree = await treeOf(call.db, revision);
  const address = await fileAddresses(call, revision.space);
  return {
    object: "revision",
    id: revision.id,
    // Visitors of a site are not told of change requests, and a merge names its own.
    type: call.visitor && revision.type === "merge" ? "edits" : revision.type,
    parents: [...revision.parents],
    pages: presentPages(tree.pages, "", options),
    files: tree.files.map((file) => presentFile(file, address, options)),
    reusableContents: tree.reusableContents.map((one) => presentReusableContent(one, options)),
    tags: [],
    variables: { ...tree.variables },
    createdAt: revision.createdAt,
    mergedFrom:
      revision.mergedFrom === undefined || call.visitor
        ? undefined
        : await currentChangeRequest(call, { space_id: revision.space, id: revision.mergedFrom }),
    git: options.metadata && revision.git && !call.visitor ? { ...revision.git } : undefined,
    urls: { app: `${call.base}/v1/spaces/${revision.space}/revisions/${revision.id}` },
  };
}

export function presentReusableContent(
  { id, title, document, git }: ReusableContent,
  { metadata }: Pick<PresentOptions, "metadata">,
) {
  return { id, title, document, git: metadata && git ? { ...git } : undefined };
}

export function presentFile(
  file: File,
  address: (file: File) => string,
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
