/** A change request on a site: the content as it would be after the merge, with what changes marked. */
import { type Html, html, nothing } from "../../../document/html/html.ts";
import { readChangeRequest } from "../../core/change-request-rows.ts";
import { findSpace } from "../../core/space-rows.ts";
import { readMerged } from "../change-requests/merge.ts";
import type { Tree } from "../content/tree.ts";
import { diffTrees } from "../content/tree-diff.ts";
import { indexOf, type TreePage } from "../content/tree-index.ts";
import type { Content } from "../published/resolve-url.ts";
import { pathIn } from "./page-order.ts";
import type { Reading, SiteView } from "./site-view.ts";

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
  { db, now }: Reading,
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
  return { number, subject, spaceId, tree, conflicts, ...changesOf(before, tree) };
}

function changesOf(before: Tree, after: Tree): Pick<ChangePreview, "marks" | "removed"> {
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

/** Behind the title of a page, wherever it is listed. */
export function markOf({ change, siteSpace }: SiteView, pageId: string): Html {
  const mark = change?.spaceId === siteSpace.space_id ? change.marks.get(pageId) : undefined;
  return mark === undefined ? nothing : html` <em class="mark">${mark}</em>`;
}

/** What stands above each page of a preview: of which change request it is, and where it changes what. */
export function changeBarOf(view: SiteView): Html {
  const { change } = view;
  if (!change) return nothing;
  const { number, subject, conflicts, removed } = change;
  const pages = [...indexOf(change.tree).pages.values()].filter(({ page }) =>
    change.marks.has(page.id),
  );
  const told = [
    ...pages.map((treePage) => html`<li>${linkTo(view, change, treePage)}</li>`),
    ...removed.map((title) => html`<li>${title} <em class="mark">removed</em></li>`),
  ];
  const list =
    told.length === 0
      ? html`<p>It changes no page.</p>`
      : html`<details><summary>${told.length === 1 ? "1 page" : `${told.length} pages`}</summary><ul>${told}</ul></details>`;
  const warning =
    conflicts === 0
      ? nothing
      : html`<p>${conflicts === 1 ? "1 conflict" : `${conflicts} conflicts`} would stop the merge now; what the change request says is shown there.</p>`;
  return html`<aside class="change" aria-label="Preview of a change request">
<p>Change request ${number}, <strong>${subject === "" ? "without a subject" : subject}</strong>, as it would be after the merge. <a href="?changeRequest=">Show the site without it</a></p>
${warning}${list}</aside>
`;
}

function linkTo(view: SiteView, { spaceId, tree, marks }: ChangePreview, treePage: TreePage): Html {
  const { id, title, type } = treePage.page;
  const siteSpace = view.showing(spaceId);
  const mark = html` <em class="mark">${marks.get(id) ?? ""}</em>`;
  if (!siteSpace || type !== "document") return html`${title}${mark}`;
  return html`<a href="${view.hrefIn(siteSpace, pathIn(tree, treePage))}">${title}</a>${mark}`;
}
