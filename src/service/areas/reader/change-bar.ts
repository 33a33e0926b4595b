/** How a page says that it shows a change request: a bar above it, and marks behind the titles of pages. */
import { type Html, html, nothing } from "../../../document/html/html.ts";
import { counted } from "../../../json/counted.ts";
import { getTreeIndex, type TreePage } from "../content/tree-index.ts";
import type { ChangePreview } from "./change-preview.ts";
import { pathIn } from "./page-order.ts";
import type { SiteView } from "./site-view.ts";

/** Behind the title of a page, wherever it is listed. */
export function renderMark({ change, siteSpace }: SiteView, pageId: string): Html {
  const mark = change?.spaceId === siteSpace.space_id ? change.marks.get(pageId) : undefined;
  return mark === undefined ? nothing : html` <em class="mark">${mark}</em>`;
}

/** What stands above each page of a preview: of which change request it is, and where it changes what. */
export function renderChangeBar(view: SiteView): Html {
  const { change } = view;
  if (!change) return nothing;
  const { number, subject, conflicts, removed } = change;
  const pages = [...getTreeIndex(change.tree).pages.values()].filter(({ page }) =>
    change.marks.has(page.id),
  );
  const told = [
    ...pages.map((treePage) => html`<li>${linkTo(view, change, treePage)}</li>`),
    ...removed.map((title) => html`<li>${title} <em class="mark">removed</em></li>`),
  ];
  const list =
    told.length === 0
      ? html`<p>It changes no page.</p>`
      : html`<details><summary>${counted(told.length, "page")}</summary><ul>${told}</ul></details>`;
  const warning =
    conflicts === 0
      ? nothing
      : html`<p>${counted(conflicts, "conflict")} would stop the merge now; what the change request says is shown there.</p>`;
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
  return html`<a href="${view.hrefIn(siteSpace, pathIn(tree, treePage, siteSpace))}">${title}</a>${mark}`;
}
