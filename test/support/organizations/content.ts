/** Content for tests: pages written as Markdown, committed and published. */

import {
  type CommitContext,
  commitEdit,
  commitRevision,
  publishRevision,
  type Revision,
  readTree,
} from "../../../src/service/areas/content/revisions.ts";
import { type PageDraft, withDrafts } from "../../../src/service/areas/content/tree/drafts.ts";
import type { ContentPage, ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../src/service/areas/content/tree/tree-index.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { readChangeRequest } from "../../../src/service/core/rows/change-request-rows.ts";
import type { JobRequest } from "../../../src/service/jobs/job.ts";
import type { Workspace } from "../platforms/workspace.ts";

/** Replaces the content of a space as the specified user. */
export async function publish(
  workspace: Workspace,
  space: string,
  change: (tree: ContentTree, setup: CommitContext) => ContentTree | Promise<ContentTree>,
  author: string | null = null,
): Promise<Revision> {
  const { db, now } = workspace;
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", space)
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (transaction) => {
    const enqueue = (job: JobRequest) => workspace.service.jobs.enqueue(transaction, job);
    const setup = { db: transaction, now, newId: createId, enqueue };
    const tree = await change(await readTree(transaction, revision_id), setup);
    const made = { space, parents: [revision_id], type: "edits" as const, tree, author };
    const revision = await commitRevision(setup, made);
    await publishRevision(setup, revision);
    return revision;
  });
}

/** Replaces the content of a change request. @param changeRequest its space and its id */
export async function proposeContent(
  workspace: Workspace,
  [space, id]: readonly [space: string, id: string],
  caller: string,
  change: (tree: ContentTree, setup: CommitContext) => ContentTree | Promise<ContentTree>,
): Promise<void> {
  await workspace.db.transaction().execute(async (db) => {
    const enqueue = (job: JobRequest) => workspace.service.jobs.enqueue(db, job);
    const setup = { db, now: workspace.now, newId: createId, enqueue, caller };
    const row = await readChangeRequest(db, space, id);
    await commitEdit(setup, row, await change(await readTree(db, row.revision_id), setup));
  });
}

/** Adds pages at the end of a space. @returns ids by path */
export async function publishPages(
  workspace: Workspace,
  space: string,
  drafts: readonly PageDraft[],
): Promise<Record<string, string>> {
  const { id } = await publish(workspace, space, (tree, setup) =>
    withDrafts(setup, space, tree, drafts),
  );
  const pages = [...getTreeIndex(await readTree(workspace.db, id)).pages.values()];
  return Object.fromEntries(
    pages.flatMap(({ page, path }) => (page.slug === undefined ? [] : [[path, page.id]])),
  );
}

/** A standalone page, for trees that are never stored. */
export function page(id: string, fields: Partial<ContentPage> = {}): ContentPage {
  return { id, type: "document", title: id, slug: id, pages: [], ...fields };
}

export function tree(pages: readonly ContentPage[], rest: Partial<ContentTree> = {}): ContentTree {
  return { pages, files: [], reusableContents: [], variables: {}, ...rest };
}
