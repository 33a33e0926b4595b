/** The operations on share links, each of which opens a docs site to whoever has it. */
import { endpoint, paging } from "./endpoint.ts";
import { flag, id, optional, text } from "./fields.ts";

const model = () => import("./site-share-link.model.ts").then((m) => m.shareLink);
const organizationId = id("org");
const siteId = id("site");
const shareLinkId = id("shareLink");
const name = text("Name, by which you tell who has it", { min: 0, max: 50 });
/** The key of a link is in its address. */
const secretMembers = ["published"];

export const list = endpoint({
  does: "List the share links of a docs site",
  operation: "listSiteShareLinks",
  route: "GET /orgs/{organizationId}/sites/{siteId}/share-links",
  input: {
    organizationId,
    siteId,
    search: optional(text("Only those with this in their name, or with this key", { max: 512 })),
    ...paging,
  },
  output: () => import("./site-share-link.model.ts").then((m) => m.shareLinks),
  list: true,
  secretMembers,
  extension: true,
});

export const create = endpoint({
  does: "Create a share link of a docs site",
  operation: "createSiteShareLink",
  route: "POST /orgs/{organizationId}/sites/{siteId}/share-links",
  input: { organizationId, siteId, name },
  output: model,
  status: 201,
  location: true,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  does: "Rename or revoke a share link of a docs site",
  operation: "updateSiteShareLinkById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  input: {
    organizationId,
    siteId,
    shareLinkId,
    active: optional(flag("Let it open the site; --no-active revokes it")),
    name: optional(name),
  },
  output: model,
  secretMembers,
  extension: true,
});

export const remove = endpoint({
  does: "Delete a share link of a docs site",
  operation: "deleteSiteShareLinkById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  input: { organizationId, siteId, shareLinkId },
  extension: true,
});
