/** Page changes of an edit: update, move and insert pages, with their texts and links. */

import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { ContentChange } from "../../../../contract/cr-content.model.ts";
import { formatPageSlug } from "../../../../document/slugs.ts";
import { resolveAddresses, type StoredDocument } from "../../../../document/stored-document.ts";
import { ApiError } from "../../../../errors.ts";
import type { Actor } from "../../../core/handlers.ts";
import type { ChangeRequestTable } from "../../../core/rows/change-request-tables.ts";
import {
  findPageAtLocation,
  getLinkBase,
  isRelative,
  prepareLocations,
  toReference,
} from "../../content/links/relative-links.ts";
import type { ContentPage, ContentTree } from "../../content/tree/tree.ts";
import { getPage, withNewPage, withPage, withPageMoved } from "../../content/tree/tree-edit.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import type { EditedText, EditIds, EditTexts, InsertPageChange } from "./edit-texts.ts";

/** The revisions of a change request, or of the content of a space, that an edit starts from. */
export type EditedContent = Pick<
  ChangeRequestTable,
  "space_id" | "revision_id" | "revision_initial" | "revision_merged_ancestor"
>;

/** State that the changes of an edit share. */
export interface EditContext {
  readonly call: Pick<Actor, "db" | "caller">;
  readonly row: EditedContent;
  readonly texts: EditTexts;
  /** Documents of the new tree that must be stored with it. */
  readonly documents: StoredDocument[];
  readonly files: Uint8Array[];
}

type UpdatePage = Extract<ContentChange, { operation: "update_page" }>;
type PageAttributes = Omit<UpdatePage, "operation" | "page" | "document" | "into" | "at">;

/** @throws ApiError 404 if the page does not exist, 400 for a document on a page type without documents */
export async function updatePage(
  tree: ContentTree,
  change: UpdatePage,
  editing: EditContext,
): Promise<ContentTree> {
  const { operation, page: id, document, into, at, ...attributes } = change;
  const { page } = getPage(tree, id);
  const text = document && (await editing.texts.read(document, false));
  if (text && page.type !== "document") {
    throw new ApiError(400, `Page ${id} has the type ${page.type}, which has no document.`, {
      field: "document",
    });
  }
  const { title } = text ?? {};
  // The front matter of a text takes precedence over separate fields.
  const fields = { ...buildAttributes(attributes), ...text?.fields, ...(title && { title }) };
  const updatedTree = withPage(tree, id, fields);
  const positioned =
    into === undefined && at === undefined ? updatedTree : movePage(updatedTree, id, into, at);
  return text ? withText(positioned, id, text, editing) : positioned;
}

/** The title is that of the attributes; without one, the heading at the start of the text. */
export async function insertPage(
  tree: ContentTree,
  change: InsertPageChange,
  editing: EditContext,
): Promise<ContentTree> {
  const { operation, document, into, at, ref, ...attributes } = change;
  const id = editing.texts.getId(change);
  const text = await editing.texts.read(document, true);
  const title = attributes.title || text?.title || "Untitled";
  const page: ContentPage = {
    id,
    type: "document",
    // Relative links are resolved against the path, which needs the slug.
    slug: formatPageSlug(title),
    ...buildAttributes(attributes),
    ...text?.fields,
    title,
    pages: [],
  };
  const positioned = withNewPage(tree, page, toPosition(into, at));
  return text ? withText(positioned, id, text, editing) : positioned;
}

/** @param tree contains the page already */
async function withText(
  tree: ContentTree,
  id: string,
  { addresses, store }: EditedText,
  { call, texts, documents }: EditContext,
): Promise<ContentTree> {
  if (!call.db.isTransaction && addresses.some(({ url }) => isRelative(url))) {
    await prepareLocations(tree, call.caller);
  }
  const base = getLinkBase(tree, id);
  const resolvedAddresses = resolveAddresses(
    addresses,
    ({ url, isImage }) =>
      findReferenceToNew(url, texts.newIds) ??
      findPageAtPath(url, tree) ??
      toReference(url, base, isImage),
  );
  const document = await store(resolvedAddresses);
  documents.push(document);
  return withPage(tree, id, { document: document.hash });
}

/** An empty text removes the attribute; conditions are not stored. */
function buildAttributes({ condition: _, ...attributes }: PageAttributes): Partial<ContentPage> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}

/** Without `into`, the page stays below its parent. */
function movePage(
  tree: ContentTree,
  id: string,
  into: string | null | undefined,
  at: number | undefined,
) {
  const parent = into === undefined ? (getPage(tree, id).parent?.page.id ?? null) : into;
  return withPageMoved(tree, id, toPosition(parent, at));
}

function toPosition(into: string | null | undefined, at: number | undefined) {
  return { ...(into !== undefined && { into }), ...(at !== undefined && { at }) };
}

function findReferenceToNew(url: string, newIds: EditIds): ContentReference | undefined {
  const bare = url.replace(/^\.\//, "");
  const newId = newIds.get(bare) ?? newIds.get(bare.replace(/\.md$/, ""));
  if (!newId) return undefined;
  return newId.kind === "page"
    ? { kind: "page", page: newId.id }
    : { kind: "file", file: newId.id };
}

/**
 * `/pages/guides/start`, `/pages/guides/start.md` and `/pages/guides/README.md`; `/pages/README.md` is
 * the first page.
 */
function findPageAtPath(url: string, tree: ContentTree): ContentReference | undefined {
  const [, filePath, anchor] = /^\/pages\/([^#]+)(?:#(.+))?$/.exec(url) ?? [];
  if (filePath === undefined) return undefined;
  const path = filePath.replace(/\.md$/, "").replace(/\/README$/, "");
  const page = getTreeIndex(tree).byPath.get(path)?.page.id ?? findPageAtLocation(tree, filePath);
  if (page === undefined) return undefined;
  return anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page };
}
