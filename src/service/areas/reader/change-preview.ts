/** A change request on a site: the content as it would be after the merge, with what changes marked. */
import { readChangeRequest } from "../../core/change-request-rows.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { findSpace } from "../../core/space-rows.ts";
import { readMerged } from "../change-requests/merge.ts";
import type { Tree } from "../content/tree.ts";
import { diffTrees } from "../content/tree-diff.ts";
import type { Content } from "../published/resolve-url.ts";

type Mark = "new" | "changed" | "moved";

export interface ChangePreview {
  readonly number: number;
  readonly subject: string;
  readonly spaceId: string;
  /** The content after the merge. */
  readonly tree: Tree;
  /** What happens to each page that is there afterwards, by its id. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** The titles of pages that are gone afterwards. */
  readonly removed: readonly string[];
  /** How many conflicts a merge would meet. */
  readonly conflicts: number;
}

/**
 * @param reader the id of the user who looks, who has to see the space
 * @returns absent for what is no change request of a space that the site shows them
 */
export async function findChangePreview(
  { db, now }: Pick<PublicRequest, "db" | "now">,
  { structure }: Content,
  { id, reader }: { readonly id: string; readonly reader: string },
): Promise<ChangePreview | undefined> {
  const found = await db
    .selectFrom("change_requests")
    .select("space_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const spaces = [...structure.siteSpaces.values()].map(({ space_id }) => space_id);
  if (!found || !spaces.includes(found.space_id)) return undefined;
  const access = await findSpace({ db, now, caller: reader, visitor: undefined }, found.space_id);
  if (!access?.role || access.row.deleted_at !== null) return undefined;
  const row = await readChangeRequest(db, found.space_id, id);
  const { before, tree, conflicts } = await readMerged(db, row);
  const { number, subject, space_id: spaceId } = row;
  return { number, subject, spaceId, tree, conflicts, ...buildChanges(before, tree) };
}

function buildChanges(before: Tree, after: Tree): Pick<ChangePreview, "marks" | "removed"> {
  const marks = new Map<string, Mark>();
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
