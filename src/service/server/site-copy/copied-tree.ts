/** The content tree of a copied space, from the responses that describe its revision. */
import {
  type NestedPage,
  type PageModel,
  page as pageModel,
} from "../../../contract/page.model.ts";
import type { SpaceCopy } from "../../../contract/site-copy.ts";
import type {
  ContentPage,
  ContentTree,
  PageCover,
  PageLayout,
  TreeFile,
} from "../../areas/content/tree/tree.ts";

export interface StoredFile {
  readonly hash: string;
  readonly size: number;
}

export interface StoredHashes {
  /** The hashes of documents, by the id of the page or reusable content. */
  readonly documents: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, StoredFile>;
}

export function buildCopiedTree({ revision }: SpaceCopy, stored: StoredHashes): ContentTree {
  return {
    pages: revision.pages.map((page) => toContentPage(page, stored)),
    files: revision.files.flatMap((file): TreeFile[] => {
      const content = stored.files.get(file.id);
      if (!content) return [];
      const { id, name, contentType, git } = file;
      return [{ id, name, contentType, ...content, ...(git && { location: git.path }) }];
    }),
    reusableContents: revision.reusableContents.map(({ id, title, git }) => ({
      id,
      title,
      ...findDocument(id, stored),
      ...(git && { location: git.path }),
    })),
    variables: revision.variables ?? {},
  };
}

function findDocument(id: string, { documents }: StoredHashes): { readonly document?: string } {
  const document = documents.get(id);
  return document === undefined ? {} : { document };
}

function toContentPage(page: PageModel, stored: StoredHashes): ContentPage {
  const { id, title, emoji, icon, hidden, createdAt, updatedAt } = page;
  const common = {
    id,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(hidden !== undefined && { hidden }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  if (page.type === "link") return { ...common, type: "link", target: page.target, pages: [] };
  // Visitors see no computed pages, whose documents the API does not describe.
  if (page.type === "computed") return { ...common, type: "group", hidden: true, pages: [] };
  const { slug, noIndex, noRobotsIndex } = page;
  const located = {
    ...common,
    slug,
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
    pages: toSubpages(page.pages, stored),
  };
  if (page.type === "group") return { ...located, type: "group" };
  const { description, layout, cover, variables, git } = page;
  return {
    ...located,
    type: "document",
    ...findDocument(id, stored),
    ...(description !== undefined && { description }),
    layout: toLayout(layout),
    ...(cover && { cover: toCover(cover) }),
    ...(variables && { variables }),
    ...(git && { location: git.path }),
  };
}

function toSubpages(pages: readonly NestedPage[], stored: StoredHashes): ContentPage[] {
  return pages.map((page) => toContentPage(pageModel.parse(page), stored));
}

type DocumentPage = Extract<PageModel, { type: "document" }>;

function toLayout(layout: DocumentPage["layout"]): PageLayout {
  const { cover, title, description, tableOfContents, outline, pagination, metadata } = layout;
  const { width, coverSize, coverMask, anchors = true } = layout;
  return {
    ...{ cover, title, description, tableOfContents, outline, pagination, metadata, anchors },
    width: width === "wide" ? "wide" : "default",
    coverSize: coverSize === "full" || coverSize === "background" ? coverSize : "hero",
    coverMask: coverMask === "radial" ? "radial" : "none",
  };
}

function toCover({ ref, refDark, yPos, height }: NonNullable<DocumentPage["cover"]>): PageCover {
  return {
    yPos,
    ...(ref && { ref }),
    ...(refDark && { refDark }),
    ...(height !== undefined && { height }),
  };
}
