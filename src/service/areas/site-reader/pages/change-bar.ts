/** Indicators of a change request preview: a bar above the page, and marks after the titles of changed pages. */
import { type Html, html, nothing } from "../../../../document/html/html.ts";
import { formatCount } from "../../../../json/pluralize.ts";
import { getTreeIndex, type TreePage } from "../../content/tree/tree-index.ts";
import { getPagePath } from "../../site-lookup/page-order.ts";
import type { SiteView } from "../site-view.ts";
import type { ChangePreview } from "./change-preview.ts";

/** The mark after the title of a changed page. */
export function renderMark({ change, siteSpace }: SiteView, pageId: string): Html {
  const mark = change?.spaceId === siteSpace.space_id ? change.marks.get(pageId) : undefined;
  return mark === undefined ? nothing : html` <em class="mark">${mark}</em>`;
}

/** The bar above each page of a preview, with the change request, its changed pages and its conflicts. */
export function renderChangeBar(view: SiteView): Html {
  const { change } = view;
  if (!change) return nothing;
  const { number, subject, conflicts, removed } = change;
  const pages = [...getTreeIndex(change.tree).pages.values()].filter(({ page }) =>
    change.marks.has(page.id),
  );
  const changedPages = [
    ...pages.map((treePage) => html`<li>${linkTo(view, change, treePage)}</li>`),
    ...removed.map((title) => html`<li>${title} <em class="mark">removed</em></li>`),
  ];
  const list =
    changedPages.length === 0
      ? html`<p>No pages are changed.</p>`
      : html`<details><summary>${formatCount(changedPages.length, "page")}</summary><ul>${changedPages}</ul></details>`;
  const warning =
    conflicts === 0
      ? nothing
      : html`<p>${formatCount(conflicts, "conflict")} must be resolved before the merge. This preview shows the version of the change request.</p>`;
  return html`<aside class="change" aria-label="Preview of a change request">
<p>Change request ${number}, <strong>${subject === "" ? "without a subject" : subject}</strong>, shown as if merged. <a href="?changeRequest=">Exit preview</a></p>
${warning}${list}</aside>
`;
}

function linkTo(view: SiteView, { spaceId, tree, marks }: ChangePreview, treePage: TreePage): Html {
  const { id, title, type } = treePage.page;
  const siteSpace = view.showing(spaceId);
  const mark = html` <em class="mark">${marks.get(id) ?? ""}</em>`;
  if (!siteSpace || type !== "document") return html`${title}${mark}`;
  return html`<a href="${view.hrefIn(siteSpace, getPagePath(tree, treePage, siteSpace))}">${title}</a>${mark}`;
}
