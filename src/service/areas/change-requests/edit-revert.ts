/** Taking a page back to what it was in another revision: as it stood there, or gone as it was there. */
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { Problem } from "../../../errors.ts";
import { ancestorOf } from "../../core/change-request-rows.ts";
import { findRevision, treeOf } from "../content/revisions.ts";
import { type Page, pageFields, type Tree } from "../content/tree.ts";
import { withNewPage, withoutPage, withPage } from "../content/tree-edit.ts";
import { indexOf, type PlacedPage } from "../content/tree-index.ts";
import type { Editing } from "./editing.ts";

type Revert = Extract<ContentChange, { operation: "revert_page" }>;

/**
 * A page that was not there goes, with what it holds; one that was there comes back, and where it
 * is there it gets what it said. Its place and its children stay as they are in that case.
 * @throws Problem 404 for a revision that the space has not, and for a page that neither side has
 */
export async function revertPage(
  tree: Tree,
  change: Revert,
  { call, row }: Editing,
): Promise<Tree> {
  const id = change.revision ?? ancestorOf(row);
  const revision = await findRevision(call.db, id, row.space_id);
  if (!revision) {
    throw new Problem(404, `There is no revision ${id} in this space.`, { field: "revision" });
  }
  const before = indexOf(await treeOf(call.db, revision)).pages.get(change.page);
  const now = indexOf(tree).pages.get(change.page);
  if (!before && !now) {
    throw new Problem(404, `There is no page ${change.page} in this content.`, { field: "page" });
  }
  if (!before) return withoutPage(tree, change.page);
  return now ? withPage(tree, change.page, contentOf(before.page)) : restored(tree, before);
}

/** Every field, so that one that was absent goes away too. */
function contentOf(page: Page): Partial<Page> {
  return Object.fromEntries(pageFields.map((name) => [name, page[name]]));
}

/** Where it stood, as far as that is there; what it held comes back only by itself. */
function restored(tree: Tree, { page, parent }: PlacedPage): Tree {
  const into = parent && indexOf(tree).pages.has(parent.page.id) ? parent.page.id : null;
  const siblings = parent?.page.pages;
  const at = siblings?.findIndex(({ id }) => id === page.id);
  const place = { into, ...(at !== undefined && at >= 0 && into !== null && { at }) };
  return withNewPage(tree, { ...page, pages: [] }, place);
}
