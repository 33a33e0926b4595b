/** Workspace page of a space: its pages and open change requests. */
import { type Html, html, nothing } from "../../../document/html/html.ts";
import { handlers as changeRequests } from "../change-requests/cr.ts";
import { requireContent } from "../content/require-content.ts";
import type { ContentPage } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { handlers as spaces } from "../workspace/space.ts";
import {
  type AppPageReader,
  describe,
  formatTime,
  linkTo,
  renderBdi,
  renderSection,
} from "./layout.ts";
import { findOrganizationCrumb, linkToChangeRequest, showList } from "./workspace-pages.ts";

/** The number of pages that a workspace page lists. */
const mostPages = 1000;

export const readSpace: AppPageReader = async (call, { spaceId = "" }) => {
  const space = await spaces.get({ spaceId }, call);
  const { id, title, urls, organization, updatedAt } = space;
  const { tree } = await requireContent(call, id);
  const count = getTreeIndex(tree).pages.size;
  const inSpace = { spaceId: id, limit: 100 };
  const open = await changeRequests.list({ ...inSpace, status: ["open"] }, call);
  const drafts = await changeRequests.list({ ...inSpace, status: ["draft"] }, call);
  const published = urls.published;
  const budget = { left: mostPages };
  const note =
    count > mostPages
      ? html`<p>The list is limited to ${mostPages} of ${count} pages. All pages: <code>tome page list --space ${id}</code></p>`
      : nothing;
  const listCommand = `tome cr list --space ${id} --all`;
  return {
    title,
    crumbs: [await findOrganizationCrumb(call, organization)],
    content: html`${describe([
      ["Published at", published === undefined ? undefined : renderExternalLink(published)],
      ["Updated", updatedAt === undefined ? undefined : formatTime(updatedAt)],
    ])}
${renderSection("Pages", html`${listPages(tree.pages, `/spaces/${id}`, budget) ?? html`<p>No pages.</p>`}${note}`)}
${renderSection(
  "Open change requests",
  showList(open, linkToChangeRequest, { empty: "No open change requests.", command: listCommand }),
)}
${renderSection(
  "Draft change requests",
  showList(drafts, linkToChangeRequest, {
    empty: "No draft change requests.",
    command: listCommand,
  }),
)}`,
  };
};

/** A link to a published URL. */
export function renderExternalLink(url: string): Html {
  return html`<a href="${url}">${url}</a>`;
}

/**
 * The pages as nested lists.
 * @param path the path of their space or change request
 * @param budget the number of pages that may still be listed
 * @returns undefined for no pages
 */
export function listPages(
  pages: readonly ContentPage[],
  path: string,
  budget: { left: number },
): Html | undefined {
  const items: Html[] = [];
  for (const page of pages) {
    if (budget.left <= 0) break;
    budget.left--;
    const name =
      page.type === "document"
        ? linkTo(`${path}/page/${page.id}`, page.title)
        : renderBdi(page.title);
    const kind = page.type === "document" ? "" : ` (${page.type})`;
    const hidden = page.hidden ? " (hidden)" : "";
    items.push(html`<li>${name}${kind}${hidden}${listPages(page.pages, path, budget) ?? ""}</li>`);
  }
  return items.length === 0 ? undefined : html`<ul>${items}</ul>`;
}
