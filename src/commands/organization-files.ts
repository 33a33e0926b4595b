/** `tome export`, `tome plan`, `tome apply` and `tome drift`: an organization as files. */
import * as collection from "../contract/collection.ts";
import * as collectionPermission from "../contract/collection-permission.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { flag, id, list, oneOf, optional, text } from "../contract/fields.ts";
import * as member from "../contract/member.ts";
import * as openapi from "../contract/openapi.ts";
import * as version from "../contract/openapi-version.ts";
import * as organization from "../contract/organization.ts";
import * as site from "../contract/site.ts";
import * as customization from "../contract/site-customization.ts";
import * as sitePermission from "../contract/site-permission.ts";
import * as shareLink from "../contract/site-share-link.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as team from "../contract/team.ts";
import { task } from "./verb.ts";

const organizationId = id("org");
const placeholder = "folder";
const grants = [collectionPermission, spacePermission, sitePermission];

const reads: readonly Endpoint[] = [
  organization.get,
  member.list,
  team.list,
  team.members,
  collection.list,
  space.list,
  openapi.list,
  version.rawOfLatest,
  site.list,
  site.structure,
  shareLink.list,
  customization.get,
  ...grants.flatMap(({ listUsers, listTeams }) => [listUsers, listTeams]),
];

export const exportCommand = task({
  does: "Write an organization as files: settings, people, content, sites, specifications",
  fields: {
    folder: text("Folder for the files", { placeholder }),
    organizationId,
    only: optional(
      list(oneOf(["org", "people", "content", "sites", "specs"], "part"), "Only this part", {
        flag: "only",
        placeholder: "part",
      }),
    ),
    with: optional(
      list(
        oneOf(["grants", "share-links", "customization"], "part"),
        "Also this, which takes a request or two for each thing",
        { flag: "with", placeholder: "part" },
      ),
    ),
    force: optional(flag("Replace files that are there; comments in them stay")),
  },
  arguments: ["folder"],
  sends: reads,
  examples: [
    "export acme",
    "export acme --only people --only content",
    "export acme --with grants --force",
  ],
  load: () => import("../tasks/organization-files/export.ts").then((m) => m.exportOrganization),
});
