/** Workspace page of a site: its settings and structure. */
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
} from "../../../contract/site-structure.model.ts";
import { type Html, html } from "../../../document/html/html.ts";
import { handlers as sites } from "../sites/site.ts";
import {
  type AppPageReader,
  describe,
  linkTo,
  listOrText,
  renderBdi,
  renderSection,
} from "./layout.ts";
import { renderExternalLink } from "./space-page.ts";
import { findOrganizationCrumb } from "./workspace-pages.ts";

export const readSite: AppPageReader = async (call, { organizationId = "", siteId = "" }) => {
  const ids = { organizationId, siteId };
  const { title, visibility, published, urls } = await sites.get(ids, call);
  const structure = await sites.structure(ids, call);
  const items =
    structure.type === "sections"
      ? structure.structure.map(showItem)
      : structure.structure.map(showSiteSpace);
  return {
    title,
    crumbs: [await findOrganizationCrumb(call, organizationId)],
    content: html`${describe([
      ["Published", published ? "yes" : "no"],
      [
        "Published at",
        urls.published === undefined ? undefined : renderExternalLink(urls.published),
      ],
      ["Visibility", visibility],
    ])}
${renderSection("Structure", listOrText(items, "The site has no spaces."))}`,
  };
};

function showItem(item: SiteSection | SiteSectionGroup | SiteExternalLink): Html {
  if (item.object === "site-external-link") return html`${renderBdi(item.title)} (link)`;
  if (item.object === "site-section") {
    return html`${renderBdi(item.title)}${showDraft(item)}${listOrText(item.siteSpaces.map(showSiteSpace), "No spaces.")}`;
  }
  return html`${renderBdi(item.title)} (group)${listOrText(item.children.map(showItem), "No sections.")}`;
}

function showSiteSpace(siteSpace: SiteSection["siteSpaces"][number]): Html {
  return html`${linkTo(`/spaces/${siteSpace.space.id}`, siteSpace.title)}${showDraft(siteSpace)}`;
}

function showDraft({ draft }: { readonly draft?: boolean | undefined }): string {
  return draft === true ? " (draft)" : "";
}
