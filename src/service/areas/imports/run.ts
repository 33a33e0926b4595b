/** Job that runs an import: it reads the website, and then adds its pages in one revision. */
import type { ImportSource } from "../../../contract/content-import.model.ts";
import { ApiError } from "../../../errors.ts";
import { lockSpace } from "../../core/locks.ts";
import { readChangeRequest } from "../../core/rows/change-request-rows.ts";
import { refuseFinal } from "../../core/rows/change-request-states.ts";
import { findLivingSpace } from "../../core/rows/space-rows.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { JobCall, LongJob, LongJobCall } from "../../jobs/job.ts";
import { commitEdit, commitRevision, publishRevision, readTree } from "../content/revisions.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getPage, mapPages } from "../content/tree/tree-edit.ts";
import { readContent } from "./read-content.ts";
import type { ImportedPage, ImportTable } from "./tables.ts";

/** The content that an import adds. */
export type ImportedContent = Pick<ContentTree, "pages" | "files">;

export const runImport: LongJob = {
  async prepare(payload, call) {
    const { importId } = payload as { readonly importId: string };
    const row = await begin(call, importId);
    if (!row) return async () => {};
    try {
      const source: ImportSource = JSON.parse(row.source);
      const content = await readContent(row, source, {
        ...call,
        caller: row.created_by,
        async tell(pages) {
          // A website can take hours, page by page.
          await call.requirePermission();
          return recordProgress(call, row, pages);
        },
      });
      return (ending) => end(ending, row, content);
    } catch (error) {
      if (call.signal.aborted) throw error;
      return (ending) => fail(ending, row, error);
    }
  },
};

/** @returns undefined if it was canceled, or its space was purged; after a crash it starts again */
async function begin(call: LongJobCall, id: string): Promise<ImportTable | undefined> {
  const now = call.time().toISOString();
  await call.db
    .updateTable("imports")
    .set({ status: "in-progress", started_at: now, updated_at: now, pages: "[]" })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in-progress"])
    .execute();
  return call.db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .where("status", "=", "in-progress")
    .executeTakeFirst();
}

/**
 * Stores the progress.
 * @returns whether to continue; false after a cancellation
 */
async function recordProgress(
  call: LongJobCall,
  { id }: ImportTable,
  pages: readonly ImportedPage[],
): Promise<boolean> {
  const { numUpdatedRows } = await call.db
    .updateTable("imports")
    .set({ pages: JSON.stringify(pages), updated_at: call.time().toISOString() })
    .where("id", "=", id)
    .where("status", "=", "in-progress")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type WebsiteContent = Awaited<ReturnType<typeof readContent>>;

/** @param read undefined if it was canceled */
async function end(call: JobCall, row: ImportTable, read: WebsiteContent): Promise<void> {
  await lockSpace(call.db, row.space_id);
  if (!read || !(await recordEnd(call, row, { status: "completed", pages: read.told }))) return;
  try {
    await addContent(call, row, read);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await fail(call, row, error, "completed");
  }
}

/** @throws ApiError for changes in the meantime: a merged change request, or a deleted page */
async function addContent(
  call: JobCall,
  row: ImportTable,
  content: ImportedContent,
): Promise<void> {
  const { db } = call;
  const { space_id: spaceId, change_request_id: crId, page_id: below, created_by: caller } = row;
  const space = await findLivingSpace(db, row.organization_id, spaceId);
  if (!space) throw new ApiError(404, "The space was deleted or transferred.");
  if (crId !== null) {
    const changeRequest = await readChangeRequest(db, spaceId, crId);
    refuseFinal(changeRequest, "Importing content");
    const tree = withContent(await readTree(db, changeRequest.revision_id), below, content);
    return commitEdit({ ...call, caller }, changeRequest, tree);
  }
  const tree = withContent(await readTree(db, space.revision_id), below, content);
  const parents = [space.revision_id];
  const revision = { space: spaceId, parents, type: "edits", tree, author: caller } as const;
  await publishRevision(call, await commitRevision(call, revision));
}

function withContent(
  tree: ContentTree,
  below: string | null,
  content: ImportedContent,
): ContentTree {
  const files = [...tree.files, ...content.files];
  if (below === null) return { ...tree, files, pages: [...tree.pages, ...content.pages] };
  getPage(tree, below);
  const pages = mapPages(tree.pages, (page) =>
    page.id === below ? { ...page, pages: [...page.pages, ...content.pages] } : page,
  );
  return { ...tree, files, pages };
}

/** Stores the reason of a failure; nothing was added. */
async function fail(
  call: JobCall,
  row: ImportTable,
  error: unknown,
  previousState: "in-progress" | "completed" = "in-progress",
): Promise<void> {
  const isTheirs = error instanceof FetchFailure || error instanceof ApiError;
  if (!isTheirs) call.warn(`The import ${row.id} failed: ${String(error)}`);
  const reason = isTheirs ? error.message : "The import failed because of an internal error.";
  await recordEnd(call, row, { status: "failed", reason }, previousState);
}

interface ImportEnd {
  readonly status: "completed" | "failed";
  readonly reason?: string;
  readonly pages?: readonly ImportedPage[];
}

/** @returns whether it had the expected state, and was not canceled */
async function recordEnd(
  { db, now }: JobCall,
  { id }: ImportTable,
  { status, reason, pages }: ImportEnd,
  previousState: "in-progress" | "completed" = "in-progress",
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({
      status,
      reason: reason ?? null,
      updated_at: now.toISOString(),
      completed_at: status === "completed" ? now.toISOString() : null,
      ...(pages && { pages: JSON.stringify(pages) }),
    })
    .where("id", "=", id)
    .where("status", "=", previousState)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
