/** `tome export`, `tome plan`, `tome apply` and `tome drift`: organization files. */
import * as collection from "../contract/collection.ts";
import * as collectionPermission from "../contract/collection-permission.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as member from "../contract/member.ts";
import * as openapi from "../contract/openapi.ts";
import * as version from "../contract/openapi-version.ts";
import * as organization from "../contract/organization.ts";
import * as invite from "../contract/organization-invite.ts";
import * as page from "../contract/page.ts";
import * as saml from "../contract/saml.ts";
import * as site from "../contract/site.ts";
import * as customization from "../contract/site-customization.ts";
import * as link from "../contract/site-external-link.ts";
import * as sitePermission from "../contract/site-permission.ts";
import * as redirect from "../contract/site-redirect.ts";
import * as section from "../contract/site-section.ts";
import * as group from "../contract/site-section-group.ts";
import * as shareLink from "../contract/site-share-link.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as team from "../contract/team.ts";
import * as user from "../contract/user.ts";
import * as webhook from "../contract/webhook.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, id, list, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

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
  space.get,
  openapi.list,
  version.latestRaw,
  ...[webhook.list, webhook.get, saml.list, saml.get],
  site.list,
  site.structure,
  shareLink.list,
  redirect.list,
  page.list,
  customization.get,
  ...grants.flatMap(({ listUsers, listTeams }) => [listUsers, listTeams]),
];

const writes: readonly Endpoint[] = [
  organization.update,
  ...[invite.users, member.update, member.remove],
  ...[team.create, team.update, team.changeMembers, team.remove],
  ...[collection.create, collection.update, collection.move, collection.remove],
  ...[space.create, space.update, space.move, space.remove, space.restore],
  ...[webhook.create, webhook.update, webhook.rotate, webhook.remove],
  ...[saml.create, saml.update, saml.remove],
  ...[openapi.put, openapi.update, openapi.remove],
  ...[site.create, site.update, site.sort, site.publish, site.unpublish, site.remove],
  ...[group.create, group.update, group.remove],
  ...[section.create, section.update, section.remove],
  ...[siteSpace.create, siteSpace.update, siteSpace.remove],
  ...[link.create, link.update, link.remove],
  redirect.put,
  ...[shareLink.create, shareLink.update, shareLink.remove, customization.put],
  ...grants.map(({ grant }) => grant),
];

const prune = optional(boolean("Delete managed resources that are not in the files"));
const maxDeletes = optional(
  text("Maximum deletions of a kind with ten or more resources (n or n%)", {
    placeholder: "n|n%",
    default: "30%",
  }),
);
const adopt = optional(
  list(text("Existing resource"), "Adopt an existing resource at this path of the files", {
    flag: "adopt",
    placeholder: "path=name",
  }),
);

export const exportCommand = custom({
  summary: "Export an organization to configuration files",
  fields: {
    folder: text("Folder to write to", { placeholder }),
    organizationId,
    only: optional(
      list(text("part"), "Parts to export: org, people, content, sites, specs, webhooks, saml", {
        flag: "only",
        placeholder: "parts",
      }),
    ),
    with: optional(
      list(
        text("part"),
        "Parts that take one or two requests per resource: grants, share-links, customization, git, redirects",
        { flag: "with", placeholder: "parts" },
      ),
    ),
    force: optional(boolean("Overwrite existing files, preserving comments")),
  },
  arguments: ["folder"],
  operations: reads,
  examples: [
    "export acme",
    "export acme --only people,content",
    "export acme --with grants --force",
  ],
  load: () => import("../features/organization-files/export.ts").then((m) => m.exportOrganization),
});

export const planCommand = custom({
  summary: "Show the changes that apply would make",
  fields: {
    folder: optional(text("Folder with the configuration files", { placeholder, default: "." })),
    organizationId,
    prune,
    maxDeletes,
    adopt,
    save: optional(text("File to save the plan to, for apply", { placeholder: "file" })),
    markdown: optional(text("File to write the plan to as Markdown", { placeholder: "file" })),
    fail: failLevel(["changes"], "End with exit code 10 if there are changes"),
  },
  arguments: ["folder"],
  list: true,
  operations: [user.current, ...reads],
  examples: [
    "plan acme",
    "plan acme --prune --save acme.plan",
    "plan acme --fail --markdown plan.md",
  ],
  load: () => import("../features/organization-files/show-plan.ts").then((m) => m.showPlan),
});

export const applyCommand = custom({
  summary: "Apply configuration files to an organization",
  fields: {
    folder: optional(
      text("Folder with the configuration files, or a saved plan", {
        placeholder: "folder|plan",
        default: ".",
      }),
    ),
    organizationId,
    prune,
    maxDeletes,
    adopt,
    resume: optional(
      text("Resume an interrupted apply from its journal", { placeholder: "journal" }),
    ),
  },
  arguments: ["folder"],
  list: true,
  isWrite: true,
  mayPrompt: true,
  operations: [user.current, ...reads, ...writes],
  examples: [
    "apply acme",
    "apply acme.plan",
    "apply acme --prune --max-deletes 10% --yes",
    "apply acme --adopt spaces/handbook=Handbook",
  ],
  load: () => import("../features/organization-files/apply.ts").then((m) => m.apply),
});

export const driftCommand = custom({
  summary: "Show changes made on the platform since the last apply",
  fields: {
    folder: optional(text("Folder with the configuration files", { placeholder, default: "." })),
    organizationId,
    ignore: optional(
      list(text("Path to ignore, such as spaces/*.title"), "Ignore changes at this path", {
        flag: "ignore",
        placeholder: "path",
      }),
    ),
    fail: failLevel(["changes"], "End with exit code 10 if there are changes; always on"),
  },
  arguments: ["folder"],
  list: true,
  operations: reads,
  examples: ["drift acme", "drift acme --ignore 'teams/*.members/**'"],
  load: () => import("../features/organization-files/drift.ts").then((m) => m.detectDrift),
});
