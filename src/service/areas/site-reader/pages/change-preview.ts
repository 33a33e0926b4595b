/** Preview of a change request on a site: the merged content and the changes to its pages. */

import type { PublicRequest } from "../../../core/public-route.ts";
import { readChangeRequest } from "../../../core/rows/change-request-rows.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import { readMerged } from "../../change-requests/merge.ts";
import type { ContentTree } from "../../content/tree/tree.ts";
import { diffTrees } from "../../content/tree/tree-diff.ts";
import type { ResolvedContent } from "../../site-lookup/resolve-url.ts";
import { toDisplayText } from "../display-titles.ts";

type ChangeMark = "new" | "changed" | "moved";

export interface ChangePreview {
  readonly number: number;
  readonly subject: string;
  readonly spaceId: string;
  /** The content after the merge. */
  readonly tree: ContentTree;
  /** The kind of change of each page that exists after the merge, by page id. */
  readonly marks: ReadonlyMap<string, ChangeMark>;
  /** The titles of the pages that the merge deletes. */
  readonly removed: readonly string[];
  /** The number of merge conflicts. */
  readonly conflicts: number;
}

/**
 * @param reader the id of the user, who needs access to the space
 * @returns undefined if the change request does not exist, or its space is not visible to the user on the site
 */
export async function findChangePreview(
  { db, now }: Pick<PublicRequest, "db" | "now">,
  { structure }: ResolvedContent,
  { id, reader }: { readonly id: string; readonly reader: string },
): Promise<ChangePreview | undefined> {
  const changeRequest = await db
    .selectFrom("change_requests")
    .select("space_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const spaces = [...structure.siteSpaces.values()].map(({ space_id }) => space_id);
  if (!changeRequest || !spaces.includes(changeRequest.space_id)) return undefined;
  const access = await findSpace(
    { db, now, caller: reader, visitor: undefined },
    changeRequest.space_id,
  );
  if (!access?.role || access.row.deleted_at !== null) return undefined;
  const row = await readChangeRequest(db, changeRequest.space_id, id);
  const { before, tree, conflicts } = await readMerged({ db, caller: reader }, row);
  const { number, subject, space_id: spaceId } = row;
  const { marks, removed } = buildChanges(before, tree);
  const titles = await Promise.all(removed.map(toDisplayText));
  return { number, subject, spaceId, tree, conflicts, marks, removed: titles };
}

function buildChanges(
  before: ContentTree,
  after: ContentTree,
): Pick<ChangePreview, "marks" | "removed"> {
  const marks = new Map<string, ChangeMark>();
  const removed: string[] = [];
  for (const change of diffTrees(before, after)) {
    if (change.type === "page_created") marks.set(change.page.page.id, "new");
    if (change.type === "page_edited") marks.set(change.page.page.id, "changed");
    if (change.type === "page_deleted") removed.push(change.page.page.title);
    if (change.type === "page_moved" && !marks.has(change.page.page.id)) {
      marks.set(change.page.page.id, "moved");
    }
  }
  return { marks, removed };
}
