/** Operations on share links of sites. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, id, nullable, optional, text } from "./fields.ts";

const loadModel = () => import("./site-share-link.model.ts").then((m) => m.shareLink);
const organizationId = id("org");
const siteId = id("site");
const shareLinkId = id("shareLink");
const name = text("Name of the share link", { min: 0, max: 50 });
const expiresAt = optional(
  nullable(
    text("Expiry of the link, such as 30d or 2026-12-31", {
      format: "date-time",
    }),
  ),
);
/** The URL of a link contains its key. */
const secretMembers = ["published"];

export const list = endpoint({
  summary: "List the share links of a site",
  operation: "listSiteShareLinks",
  route: "GET /orgs/{organizationId}/sites/{siteId}/share-links",
  input: {
    organizationId,
    siteId,
    search: optional(
      text("Only share links with this text in the name, or with this key", { max: 512 }),
    ),
    ...paging,
  },
  output: () => import("./site-share-link.model.ts").then((m) => m.shareLinks),
  list: true,
  secretMembers,
  extension: true,
});

export const create = endpoint({
  summary: "Create a share link",
  operation: "createSiteShareLink",
  route: "POST /orgs/{organizationId}/sites/{siteId}/share-links",
  input: { organizationId, siteId, name, expiresAt },
  output: loadModel,
  status: 201,
  location: true,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  summary: "Rename, revoke or reactivate a share link, or change its expiry",
  operation: "updateSiteShareLinkById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  input: {
    organizationId,
    siteId,
    shareLinkId,
    active: optional(boolean("Activate the share link; --no-active revokes it")),
    name: optional(name),
    expiresAt,
  },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const remove = endpoint({
  summary: "Delete a share link",
  operation: "deleteSiteShareLinkById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  input: { organizationId, siteId, shareLinkId },
  extension: true,
});
