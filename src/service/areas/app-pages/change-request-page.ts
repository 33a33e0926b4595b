/** Workspace page of a change request, and the redirect to its preview on a site. */
import type { SemanticChange } from "../../../contract/cr-changes.model.ts";
import { type Html, html, nothing } from "../../../document/html/html.ts";
import { ApiError } from "../../../errors.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { Call } from "../../core/handlers.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { handlers as changeRequests } from "../change-requests/cr.ts";
import { handlers as siteContent } from "../site-lookup/site-content.ts";
import { handlers as siteSpaces } from "../site-structure/site-space.ts";
import { handlers as sites } from "../sites/site.ts";
import {
  type AppPageReader,
  describe,
  formatTime,
  linkTo,
  listOrText,
  renderBdi,
  renderSection,
} from "./layout.ts";
import { findOrganizationCrumb } from "./workspace-pages.ts";

/** The number of changes that the page lists. */
const limit = 500;

export const readChangeRequest: AppPageReader = async (call, path) => {
  const { spaceId = "", changeRequestId = "" } = path;
  const changeRequest = await changeRequests.get({ spaceId, changeRequestId }, call);
  const { id, number, subject, space, status, createdBy, mergedAt, updatedAt } = changeRequest;
  const {
    changes,
    more = 0,
    conflicts,
  } = await changeRequests.changes({ spaceId: space, changeRequestId: id, limit }, call);
  const { row } = await requireSpace(call, space);
  const location = `/spaces/${space}/change-requests/${id}`;
  const site = await findSite(call, row.organization_id, space);
  const conflictCount = conflicts?.length ?? 0;
  return {
    title: `#${number} ${subject === "" ? "Untitled" : subject}`,
    crumbs: [
      await findOrganizationCrumb(call, row.organization_id),
      { title: row.title, path: `/spaces/${space}` },
    ],
    content: html`${describe([
      ["Status", status],
      ["Created by", createdBy && renderBdi(createdBy.displayName)],
      ["Updated", formatTime(updatedAt)],
      ["Merged", mergedAt === undefined ? undefined : formatTime(mergedAt)],
      ["Conflicts", conflictCount === 0 ? undefined : String(conflictCount)],
      ["Preview", site && linkTo(`${location}/preview`, `On the site ${site.title}`)],
    ])}
${renderSection(
  "Changes",
  html`${listOrText(
    changes.map((change) => showChange(change, location)),
    "No changes.",
  )}${more > 0 ? html`<p>${more} further changes are not listed.</p>` : nothing}
<p>The changed texts: <code>tome cr diff ${number} --space ${space}</code></p>`,
)}`,
  };
};

/** Redirects to a site that shows the content of the change request after its merge. */
export const openPreview: AppPageReader = async (call, path) => {
  const { spaceId = "", changeRequestId = "" } = path;
  const { id, space } = await changeRequests.get({ spaceId, changeRequestId }, call);
  const { row } = await requireSpace(call, space);
  const organizationId = row.organization_id;
  const site = await findSite(call, organizationId, space);
  if (!site) throw new ApiError(404, "None of the sites that you can see shows the space.");
  const ids = { organizationId, siteId: site.id };
  const siteSpace = await findSiteSpace(call, ids, space);
  const { url } = await siteContent.preview(
    { ...ids, ...(siteSpace !== undefined && { siteSpace }) },
    call,
  );
  const preview = new URL(url);
  preview.searchParams.set("changeRequest", id);
  return { redirect: preview.href };
};

/** A site with the space that the user can see, preferably a published one. */
async function findSite(call: Call, organizationId: string, space: string) {
  // A guest of the space cannot list the sites of its organization.
  const list = await sites.list({ organizationId, space, limit: 100 }, call).catch((error) => {
    if (error instanceof ApiError) return { items: [] };
    throw error;
  });
  return list.items.find(({ published }) => published) ?? list.items[0];
}

async function findSiteSpace(
  call: Call,
  ids: { readonly organizationId: string; readonly siteId: string },
  space: string,
): Promise<string | undefined> {
  const { items } = await siteSpaces.list({ ...ids, limit: 1000 }, call);
  return items.find((one) => one.space.id === space)?.id;
}

const words: Readonly<Record<string, string>> = {
  created: "Added",
  edited: "Edited",
  deleted: "Deleted",
  moved: "Moved",
};

function showChange(change: SemanticChange, location: string): Html {
  const word = findOwn(words, change.type.slice(change.type.lastIndexOf("_") + 1)) ?? "";
  switch (change.type) {
    case "page_created":
    case "page_edited":
    case "page_moved": {
      const { id, title, type } = change.page;
      const name = type === "document" ? linkTo(`${location}/page/${id}`, title) : renderBdi(title);
      return html`${word}: ${name}`;
    }
    case "page_deleted":
      return html`${word}: ${renderBdi(change.page.title)}`;
    case "file_created":
    case "file_edited":
    case "file_deleted":
      return html`${word} file: ${renderBdi(change.file.name)}`;
    case "reusable_content_created":
    case "reusable_content_edited":
    case "reusable_content_deleted":
      return html`${word} reusable content: ${renderBdi(change.reusableContent.title)}`;
    case "variables_edited":
      return html`${word} variables: ${Object.keys(change.variables).join(", ")}`;
  }
}
