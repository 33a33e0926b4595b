/** `tome export`, `tome plan`, `tome apply` and `tome drift`: an organization as files. */
import * as collection from "../contract/collection.ts";
import * as collectionPermission from "../contract/collection-permission.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { flag, id, list, optional, text } from "../contract/fields.ts";
import * as member from "../contract/member.ts";
import * as openapi from "../contract/openapi.ts";
import * as version from "../contract/openapi-version.ts";
import * as organization from "../contract/organization.ts";
import * as invite from "../contract/organization-invite.ts";
import * as site from "../contract/site.ts";
import * as customization from "../contract/site-customization.ts";
import * as link from "../contract/site-external-link.ts";
import * as sitePermission from "../contract/site-permission.ts";
import * as section from "../contract/site-section.ts";
import * as group from "../contract/site-section-group.ts";
import * as shareLink from "../contract/site-share-link.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as team from "../contract/team.ts";
import * as user from "../contract/user.ts";
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
  version.latestRaw,
  site.list,
  site.structure,
  shareLink.list,
  customization.get,
  ...grants.flatMap(({ listUsers, listTeams }) => [listUsers, listTeams]),
];

const writes: readonly Endpoint[] = [
  organization.update,
  ...[invite.users, member.update, member.remove],
  ...[team.create, team.update, team.changeMembers, team.remove],
  ...[collection.create, collection.update, collection.move, collection.remove],
  ...[space.create, space.update, space.move, space.remove],
  ...[openapi.put, openapi.update, openapi.remove],
  ...[site.create, site.update, site.sort, site.publish, site.unpublish, site.remove],
  ...[group.create, group.update, group.remove],
  ...[section.create, section.update, section.remove],
  ...[siteSpace.create, siteSpace.update, siteSpace.remove],
  ...[link.create, link.update, link.remove],
  ...[shareLink.create, shareLink.update, shareLink.remove, customization.put],
  ...grants.map(({ grant }) => grant),
];

const prune = optional(flag("Delete what was applied or exported and is no longer in the files"));
const maxDeletes = optional(
  text("Most of a kind to delete, of ten or more: a number or a percentage", {
    placeholder: "n|n%",
    default: "30%",
  }),
);
const adopt = optional(
  list(text("Thing that is there already"), "Take it for an entry of the files", {
    flag: "adopt",
    placeholder: "address=name",
  }),
);

export const exportCommand = task({
  does: "Write an organization as files: settings, people, content, sites, specifications",
  fields: {
    folder: text("Folder for the files", { placeholder }),
    organizationId,
    only: optional(
      list(text("part"), "Only these parts: org, people, content, sites, specs", {
        flag: "only",
        placeholder: "parts",
      }),
    ),
    with: optional(
      list(
        text("part"),
        "Also these, at a request or two for each thing: grants, share-links, customization",
        { flag: "with", placeholder: "parts" },
      ),
    ),
    force: optional(flag("Replace files that are there; comments in them stay")),
  },
  arguments: ["folder"],
  sends: reads,
  examples: [
    "export acme",
    "export acme --only people,content",
    "export acme --with grants --force",
  ],
  load: () => import("../features/organization-files/export.ts").then((m) => m.exportOrganization),
});

export const planCommand = task({
  does: "Show what apply would do to make an organization what files say",
  fields: {
    folder: optional(text("Folder of the files", { placeholder, default: "." })),
    organizationId,
    prune,
    maxDeletes,
    adopt,
    save: optional(text("Save the plan, to apply exactly this", { placeholder: "file" })),
    markdown: optional(
      text("Write it as Markdown, for a comment on a pull request", { placeholder: "file" }),
    ),
    fail: optional(flag("End with exit code 10 if there is anything to do")),
  },
  arguments: ["folder"],
  list: true,
  sends: [user.current, ...reads],
  examples: [
    "plan acme",
    "plan acme --prune --save acme.plan",
    "plan acme --fail --markdown plan.md",
  ],
  load: () => import("../features/organization-files/show-plan.ts").then((m) => m.showPlan),
});

export const applyCommand = task({
  does: "Make an organization what files say",
  fields: {
    folder: optional(
      text("Folder of the files, or a saved plan", { placeholder: "folder|plan", default: "." }),
    ),
    organizationId,
    prune,
    maxDeletes,
    adopt,
    resume: optional(
      text("Go on with an apply that was cut off, by its journal", { placeholder: "journal" }),
    ),
  },
  arguments: ["folder"],
  list: true,
  writes: true,
  asks: true,
  sends: [user.current, ...reads, ...writes],
  examples: [
    "apply acme",
    "apply acme.plan",
    "apply acme --prune --max-deletes 10% --yes",
    "apply acme --adopt spaces/handbook=Handbook",
  ],
  load: () => import("../features/organization-files/apply.ts").then((m) => m.apply),
});

export const driftCommand = task({
  does: "Show what changed on the platform since the last apply; changes nothing",
  fields: {
    folder: optional(text("Folder of the files", { placeholder, default: "." })),
    organizationId,
    ignore: optional(
      list(text("Path of what may change, such as spaces/*.title"), "Leave this out", {
        flag: "ignore",
        placeholder: "path",
      }),
    ),
  },
  arguments: ["folder"],
  list: true,
  sends: reads,
  examples: ["drift acme", "drift acme --ignore 'teams/*.members/**'"],
  load: () => import("../features/organization-files/drift.ts").then((m) => m.drift),
});
