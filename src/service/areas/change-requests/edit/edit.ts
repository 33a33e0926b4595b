/** Edits of a change request's content: several changes in order, applied completely or not at all. */
import type { ContentChange } from "../../../../contract/cr-content.model.ts";
import { ApiError } from "../../../../errors.ts";
import { computeHash } from "../../../../json/canonical.ts";
import type { Actor } from "../../../core/handlers.ts";
import { type ChangeRequestRow, findAncestor } from "../../../core/rows/change-request-rows.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { putFile } from "../../content/files/blobs.ts";
import { commitEdit, findRevision, loadRevisionTree, readTree } from "../../content/revisions.ts";
import { putStored } from "../../content/texts/documents.ts";
import { type ContentPage, type ContentTree, pageFields } from "../../content/tree/tree.ts";
import { withFile, withNewPage, withoutPage, withPage } from "../../content/tree/tree-edit.ts";
import { getTreeIndex, type TreePage, withPreparedIndex } from "../../content/tree/tree-index.ts";
import { type EditContext, type EditedContent, insertPage, updatePage } from "./edit-pages.ts";
import { type EditTexts, openTexts } from "./edit-texts.ts";

/** The content after an edit, and the documents and files to store with it. */
export type EditPlan = Pick<EditContext, "documents" | "files"> &
  Pick<EditTexts, "getId"> & { readonly tree: ContentTree; readonly hasPageCondition: boolean };

/**
 * Commits all changes as one revision.
 * @param plan the result of the changes, if it is already computed
 * @throws ApiError 400 or 404 that names the failing change, 413 for too much text
 */
export async function editContent(
  call: Actor,
  row: ChangeRequestRow,
  changes: readonly ContentChange[],
  plan?: EditPlan,
): Promise<void> {
  const { tree, documents, files } =
    plan ??
    (await planEdit(
      call,
      row,
      changes,
      // No request waits for the sample, which is created in one transaction.
      openTexts(changes, {
        caller: call.caller,
        newId: call.newId,
        db: {},
      }),
    ));
  for (const document of documents) await putStored(call.db, row.space_id, [document]);
  for (const bytes of files) await putFile(call.db, row.space_id, bytes);
  await commitEdit(call, row, tree);
}

/**
 * Computes the result of an edit without storing it.
 * @throws as `editContent` does
 */
export async function planEdit(
  call: Pick<Actor, "db" | "caller">,
  row: EditedContent,
  changes: readonly ContentChange[],
  texts: EditTexts,
): Promise<EditPlan> {
  const editing: EditContext = { call, row, texts, documents: [], files: [] };
  let tree = await readTree(call.db, row.revision_id);
  if (!call.db.isTransaction) await withPreparedIndex(tree, call.caller);
  for (const [index, change] of changes.entries()) {
    // Each change creates a tree, which takes milliseconds with thousands of pages.
    await takeTurn(call.caller);
    tree = await applyChange(tree, change, editing).catch((error) => {
      throw error instanceof ApiError ? locateProblem(error, index) : error;
    });
  }
  return {
    tree,
    documents: editing.documents,
    files: editing.files,
    getId: texts.getId,
    hasPageCondition: texts.hasPageCondition(),
  };
}

async function applyChange(
  tree: ContentTree,
  change: ContentChange,
  editing: EditContext,
): Promise<ContentTree> {
  switch (change.operation) {
    case "update_page":
      return updatePage(tree, change, editing);
    case "insert_page":
      return insertPage(tree, change, editing);
    case "delete_page":
      return withoutPage(tree, change.page);
    case "revert_page":
      // Reverting the whole page is not the requested change; a warning in the response reports
      // that it was skipped.
      return change.block === undefined ? revertPage(tree, change, editing) : tree;
    case "insert_files":
      return insertFiles(tree, change, editing);
  }
}

function locateProblem({ status, message, field }: ApiError, index: number): ApiError {
  const position = `changes.${index}`;
  return new ApiError(status, `${position}: ${message}`, {
    field: field === undefined ? position : `${position}.${field}`,
  });
}

type RevertPage = Extract<ContentChange, { operation: "revert_page" }>;

/**
 * Reverts a page to another revision. A page that did not exist there is removed with its children;
 * a deleted page is restored; an existing page gets its old fields and keeps its position and
 * children.
 * @throws ApiError 404 for a revision of another space, and for a page that neither side has
 */
async function revertPage(
  tree: ContentTree,
  change: RevertPage,
  { call, row }: EditContext,
): Promise<ContentTree> {
  const id = change.revision ?? findAncestor(row);
  const revision = await findRevision(call.db, id, row.space_id);
  if (!revision) {
    throw new ApiError(404, `This space has no revision ${id}.`, { field: "revision" });
  }
  const before = getTreeIndex(await loadRevisionTree(call.db, revision)).pages.get(change.page);
  const now = getTreeIndex(tree).pages.get(change.page);
  if (!before && !now) {
    throw new ApiError(404, `The content has no page ${change.page}.`, { field: "page" });
  }
  if (!before) return withoutPage(tree, change.page);
  return now ? withPage(tree, change.page, listFields(before.page)) : restorePage(tree, before);
}

/** Includes absent fields, so that they are removed from the page. */
function listFields(page: ContentPage): Partial<ContentPage> {
  return Object.fromEntries(pageFields.map((name) => [name, page[name]]));
}

/** At its old position if the parent still exists. Its children are not restored. */
function restorePage(tree: ContentTree, { page, parent }: TreePage): ContentTree {
  const into = parent && getTreeIndex(tree).pages.has(parent.page.id) ? parent.page.id : null;
  const siblings = parent?.page.pages;
  const index = siblings?.findIndex(({ id }) => id === page.id);
  const position = {
    into,
    ...(index !== undefined && index >= 0 && into !== null && { at: index }),
  };
  return withNewPage(tree, { ...page, pages: [] }, position);
}

type InsertFiles = Extract<ContentChange, { operation: "insert_files" }>;

/** @throws ApiError 400 for contents that are invalid, missing or cannot be fetched */
async function insertFiles(
  tree: ContentTree,
  change: InsertFiles,
  { texts, files }: EditContext,
): Promise<ContentTree> {
  let next = tree;
  for (const file of change.files) {
    const { bytes, contentType } = await texts.loadBytes(file);
    files.push(bytes);
    const id = texts.getId(file);
    const { name } = file;
    next = withFile(next, { id, name, contentType, hash: computeHash(bytes), size: bytes.length });
  }
  return next;
}
