/** `tome check`. */
import * as collection from "../contract/collection.ts";
import * as comment from "../contract/comment.ts";
import * as file from "../contract/file.ts";
import * as git from "../contract/git.ts";
import * as member from "../contract/member.ts";
import * as openapi from "../contract/openapi.ts";
import * as organization from "../contract/organization.ts";
import * as invite from "../contract/organization-invite.ts";
import * as page from "../contract/page.ts";
import * as saml from "../contract/saml.ts";
import * as site from "../contract/site.ts";
import * as shareLink from "../contract/site-share-link.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as team from "../contract/team.ts";
import { boolean, enumeration, id, list, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Check documentation against rules; `tome check rules` lists them",
  fields: {
    rule: optional(
      list(text("Rule to check; default all", { placeholder: "rule" }), "Rules to check"),
    ),
    organizationId: optional(id("org", "Organization to check, unless --repo is given")),
    space: optional(list(id("space", "Space to check; default all"), "Spaces to check")),
    repo: optional(
      text("Local folder to check; nothing is sent", {
        placeholder: "folder",
      }),
    ),
    rules: optional(
      text("Configuration file: levels, parameters, exceptions, custom rules", {
        placeholder: "file",
        default: ".tome.check.yaml",
      }),
    ),
    baseline: optional(
      text("File with accepted findings, which are not counted", { placeholder: "file" }),
    ),
    updateBaseline: optional(
      boolean("Write all findings to the baseline; default .tome.check-baseline.json"),
    ),
    failOn: optional(
      enumeration(["error", "warning"], "Minimum level of findings that end with exit code 10", {
        ...{ flag: "fail", alias: "fail-on", bare: "error", default: "error" },
      }),
    ),
  },
  arguments: ["rule"],
  list: true,
  hasFindings: true,
  operations: [
    organization.get,
    space.list,
    space.links,
    page.list,
    file.list,
    comment.list,
    git.info,
    git.plan,
    git.planned,
    collection.list,
    member.list,
    member.spaces,
    team.list,
    team.members,
    invite.list,
    saml.list,
    spacePermission.listUsers,
    spacePermission.listTeams,
    site.list,
    siteSpace.list,
    shareLink.list,
    openapi.list,
  ],
  examples: [
    "check",
    "check space-link-broken git-sync-failed --space Handbook",
    "check sync-conflict",
    "check --repo .",
    "check --repo . --fail warning --report sarif=check.sarif",
    "check link-broken --repo docs --json file,line,message",
    "check --repo . --baseline .tome.check-baseline.json",
    "check rules",
  ],
  load: () => import("../features/check/check.ts").then((m) => m.check),
});
