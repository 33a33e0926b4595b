/** Pages as the API tells them. */
import type { HeldPage, Page as ShownPage } from "../../../contract/page.model.ts";
import { addressOf } from "../../../document/reference-address.ts";
import type { Call } from "../../core/handlers.ts";
import type { Page, PageLayout } from "./tree.ts";

/** What is told of a page beside itself. */
export interface Telling {
  readonly base: string;
  readonly space: string;
  /** Whether to tell where it stands in a Git repository. */
  readonly metadata: boolean;
}

export function telling(
  call: Pick<Call, "base">,
  space: string,
  { metadata = true }: { readonly metadata?: boolean } = {},
): Telling {
  return { base: call.base, space, metadata };
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

/** @param above the path of what holds the pages; "" at the top level */
export function presentPages(pages: readonly Page[], above: string, told: Telling): ShownPage[] {
  return pages.map((page) => presentPage(page, above, told));
}

/** A page with all below it. */
export function presentPage(page: Page, above: string, told: Telling): ShownPage {
  const path = page.slug === undefined ? above : above === "" ? page.slug : `${above}/${page.slug}`;
  return shown(page, path, presentPages(page.pages, path, told), told);
}

/** A page without those below it, for where it stands for itself. */
export function presentSinglePage(page: Page, path: string, told: Telling): ShownPage {
  return shown(page, path, [], told);
}

function shown(page: Page, path: string, pages: ShownPage[], told: Telling): ShownPage {
  const held: HeldPage[] = pages;
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
    return { ...common, ...unindexed, type: "group", kind: "group", slug, path, pages: held };
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
    pages: held,
    layout: { ...wholeLayout, ...page.layout },
    cover: page.cover && { ...page.cover },
    variables: page.variables && { ...page.variables },
    documentId: page.document,
    computed: page.computed && { ...page.computed },
    computedSeed: page.computedSeed,
    git: told.metadata && page.git ? { ...page.git } : undefined,
    urls: { app: addressOfPage(told, page.id) },
  };
}

export function addressOfPage(
  { base, space }: Pick<Telling, "base" | "space">,
  id: string,
): string {
  return `${base}/v1/spaces/${space}/content/page/${id}`;
}
