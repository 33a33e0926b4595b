/** Workspace pages of the user, an organization and a collection: lists of what they contain. */
import { type Html, html, nothing } from "../../../document/html/html.ts";
import type { Call } from "../../core/handlers.ts";
import { handlers as changeRequests } from "../change-requests/cr.ts";
import { handlers as sites } from "../sites/site.ts";
import { handlers as collections } from "../workspace/collection.ts";
import { handlers as organizations } from "../workspace/organization.ts";
import { handlers as spaces } from "../workspace/space.ts";
import { type AppPageReader, describe, linkTo, listOrText, renderSection } from "./layout.ts";

/** The number of items in a list of a workspace page. */
const limit = 100;

interface ListedItems<T> {
  readonly items: readonly T[];
  readonly next?: unknown;
}

/** @param command the command that lists all items */
export function showList<T>(
  { items, next }: ListedItems<T>,
  show: (item: T) => Html,
  { empty, command }: { readonly empty: string; readonly command: string },
): Html {
  const note = next === undefined ? nothing : html`<p>More: <code>${command}</code></p>`;
  return html`${listOrText(items.map(show), empty)}${note}`;
}

export const readWorkspace: AppPageReader = async (call) => {
  const list = await organizations.list({ limit }, call);
  return {
    title: "Workspace",
    content: renderSection(
      "Organizations",
      showList(list, ({ id, title }) => linkTo(`/orgs/${id}`, title), {
        empty: "You are not a member of an organization.",
        command: "tome org list --all",
      }),
    ),
  };
};

export const readOrganization: AppPageReader = async (call, { organizationId = "" }) => {
  const { id, title } = await organizations.get({ organizationId }, call);
  const ids = { organizationId: id };
  const spaceList = await spaces.list({ ...ids, limit }, call);
  const siteList = await sites.list({ ...ids, limit }, call);
  const open = await changeRequests.listInOrganization({ ...ids, status: ["open"], limit }, call);
  const titles = new Map(spaceList.items.map((space) => [space.id, space.title]));
  return {
    title,
    content: html`${renderSection("Spaces", showSpaces(spaceList, `tome space list --org ${id} --all`))}
${renderSection(
  "Sites",
  showList(
    siteList,
    (site) =>
      html`${linkTo(`/orgs/${id}/sites/${site.id}`, site.title)}${site.published ? "" : " (unpublished)"}`,
    { empty: "No sites.", command: `tome site list --org ${id} --all` },
  ),
)}
${renderSection(
  "Open change requests",
  showList(
    open,
    (one) =>
      html`${linkToChangeRequest(one)} in ${linkTo(`/spaces/${one.space}`, titles.get(one.space) ?? "another space")}`,
    { empty: "No open change requests.", command: `tome cr list --org ${id} --all` },
  ),
)}`,
  };
};

export const readCollection: AppPageReader = async (call, { collectionId = "" }) => {
  const collection = await collections.get({ collectionId }, call);
  const { id, title, organization, description } = collection;
  const list = await collections.spaces({ collectionId: id, limit }, call);
  return {
    title,
    crumbs: [await findOrganizationCrumb(call, organization)],
    content: html`${describe([["Description", description]])}
${renderSection("Spaces", showSpaces(list, `tome collection spaces ${id} --all`))}`,
  };
};

function showSpaces(
  list: ListedItems<{ readonly id: string; readonly title: string }>,
  command: string,
): Html {
  return showList(list, ({ id, title }) => linkTo(`/spaces/${id}`, title), {
    empty: "No spaces.",
    command,
  });
}

/** A link to a change request, with its number and subject. */
export function linkToChangeRequest(changeRequest: {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly space: string;
}): Html {
  const { id, number, subject, space } = changeRequest;
  return html`#${number} ${linkTo(`/spaces/${space}/change-requests/${id}`, subject)}`;
}

/** A link to the organization of a resource; guests see only the resource. */
export async function findOrganizationCrumb({ db }: Pick<Call, "db">, id: string) {
  const row = await db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", id)
    .executeTakeFirst();
  return { title: row?.title ?? "Organization", path: `/orgs/${id}` };
}
