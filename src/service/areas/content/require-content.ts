/** Content that the caller may read: the current content of a space, a revision, or a change request. */
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { type ChangeRequestRow, readChangeRequest } from "../../core/rows/change-request-rows.ts";
import { requireSpace, type SpaceAccess } from "../../core/rows/space-rows.ts";
import { currentContent } from "./present.ts";
import { findRevision, loadRevisionTree, type Revision, readRevision } from "./revisions.ts";
import { findPageAtPath } from "./tree/page-paths.ts";
import type { ContentTree, ReusableContent, TreeFile } from "./tree/tree.ts";
import { getTreeIndex, type TreePage } from "./tree/tree-index.ts";

export interface ReadableContent {
  readonly found: SpaceAccess;
  readonly revision: Revision;
  readonly tree: ContentTree;
  /** The owner of the content, as the subject of a sentence: "The space". */
  readonly of: string;
  /** The path at which its pages are read, below the space. */
  readonly location: string;
  /** The change request of the content, if there is one. */
  readonly changeRequest?: ChangeRequestRow;
}

/** @throws ApiError 404 if the caller may not see the space */
export async function requireContent(call: Call, spaceId: string): Promise<ReadableContent> {
  const access = await requireSpace(call, spaceId);
  const revision = await readRevision(call.db, access.row.revision_id);
  return presentContent(call, access, revision, { of: "The space", location: currentContent });
}

interface RevisionIds {
  readonly spaceId: string;
  readonly revisionId: string;
}

/** @throws ApiError 404 if the caller may not see the space, or it has no such revision */
export async function requireRevision(
  call: Call,
  { spaceId, revisionId }: RevisionIds,
): Promise<{ readonly found: SpaceAccess; readonly revision: Revision }> {
  const access = await requireSpace(call, spaceId);
  const revision = await findRevision(call.db, revisionId, spaceId);
  if (revision && (await mayRead(call, access, revision))) return { found: access, revision };
  throw new ApiError(404, `The space has no revision ${revisionId}.`, {
    field: "revisionId",
  });
}

/**
 * Visitors of a docs site can read the published content, including content that was published
 * since their arrival, because a space may change while a page is displayed. Users who preview a
 * site can read all revisions.
 */
async function mayRead(
  { db, visitor }: Pick<Call, "db" | "visitor">,
  { row }: SpaceAccess,
  { id }: Revision,
): Promise<boolean> {
  if (!visitor || visitor.previewer !== undefined) return true;
  let revisionId: string | undefined = row.revision_id;
  while (revisionId !== undefined && revisionId !== id) {
    const newer = await readRevision(db, revisionId);
    revisionId = new Date(newer.createdAt) < visitor.since ? undefined : newer.parents[0];
  }
  return revisionId !== undefined;
}

/** @throws ApiError 404 as `requireRevision` does */
export async function requireRevisionContent(
  call: Call,
  ids: RevisionIds,
): Promise<ReadableContent> {
  const { found, revision } = await requireRevision(call, ids);
  return presentContent(call, found, revision, {
    of: `Revision ${revision.id}`,
    location: `revisions/${revision.id}`,
  });
}

/** @throws ApiError 404 if the caller may not see the space, or it has no such change request */
export async function requireChangeRequestContent(
  call: Call,
  ids: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<ReadableContent> {
  const access = await requireSpace(call, ids.spaceId);
  const row = await readChangeRequest(call.db, access.row.id, ids.changeRequestId);
  const revision = await readRevision(call.db, row.revision_id);
  return presentContent(call, access, revision, {
    of: `Change request ${row.number}`,
    location: `change-requests/${row.id}/content`,
    changeRequest: row,
  });
}

async function presentContent(
  call: Call,
  access: SpaceAccess,
  revision: Revision,
  source: Pick<ReadableContent, "of" | "location" | "changeRequest">,
): Promise<ReadableContent> {
  return { found: access, revision, tree: await loadRevisionTree(call.db, revision), ...source };
}

type RevisionContent = Pick<ReadableContent, "tree" | "of">;

/** @throws ApiError 404 if the page does not exist */
export function requirePage({ tree, of }: RevisionContent, id: string): TreePage {
  const treePage = getTreeIndex(tree).pages.get(id);
  if (treePage) return treePage;
  throw new ApiError(404, `${of} has no page ${id}. List the pages for their ids.`, {
    field: "pageId",
  });
}

/** @throws ApiError 404 if the path has no page and no redirect */
export function requirePageAtPath({ tree, of }: RevisionContent, path: string): TreePage {
  const treePage = findPageAtPath(tree, path);
  if (treePage) return treePage;
  throw new ApiError(404, `${of} has no page at ${path}. List the pages for their paths.`, {
    field: "pagePath",
  });
}

/**
 * @param hiddenIds files that the caller does not see
 * @throws ApiError 404 if the file does not exist or is hidden
 */
export function requireFile(
  { tree, of }: RevisionContent,
  id: string,
  hiddenIds?: ReadonlySet<string>,
): TreeFile {
  const file = hiddenIds?.has(id) ? undefined : getTreeIndex(tree).files.get(id);
  if (file) return file;
  throw new ApiError(404, `${of} has no file ${id}. List the files for their ids.`, {
    field: "fileId",
  });
}

/**
 * @param hiddenIds reusable content that the caller does not see
 * @throws ApiError 404 if the reusable content does not exist or is hidden
 */
export function requireReusableContent(
  { tree, of }: RevisionContent,
  id: string,
  hiddenIds?: ReadonlySet<string>,
): ReusableContent {
  const content = hiddenIds?.has(id) ? undefined : getTreeIndex(tree).reusableContents.get(id);
  if (content) return content;
  throw new ApiError(404, `${of} has no reusable content ${id}. Get the content for their ids.`, {
    field: "reusableContentId",
  });
}
