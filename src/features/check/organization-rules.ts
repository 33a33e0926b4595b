/** Rules for an organization. */
import type { CheckRule, RuleText } from "./rule.ts";

export type OrganizationRule = keyof typeof words;

const words = {
  "space-link-broken": {
    title: "Broken links",
    level: "error",
    finds:
      "A link in a page to a page, heading or file that does not exist, in the same or another space.",
    why: "Readers cannot reach the target.",
    fix: "Correct or remove the link. To list the broken links of a space: tome space links <space> --status broken",
  },
  "site-share-link": {
    title: "Share links of docs sites",
    level: "notice",
    finds: "An active share link of a docs site.",
    why: "A share link gives access to the site without an account until it is deleted.",
    fix: "Delete links that are no longer needed: tome site share-link delete",
  },
  "site-redirect-broken": {
    title: "Redirects without a destination",
    level: "error",
    finds:
      "An active redirect of a docs site to a page, section or space that was deleted or removed from the site.",
    why: "Visitors of its path get a 404 page.",
    fix: "Choose another destination or delete the redirect: tome site redirect update <redirect> --to <path> --site <site>",
  },
  "guest-may-edit": {
    title: "Guests who can edit",
    level: "warning",
    finds: "A guest with a role above commenting in a space.",
    why: "Guests are external users, and their permissions are easily overlooked.",
    fix: "Make the user a member, or grant a lower role: tome space permission update",
    parameters: {
      roles: { does: "Roles to report", default: ["admin", "create", "review", "edit"] },
    },
  },
  "grant-beside-team": {
    title: "Direct grants in addition to team grants",
    level: "notice",
    finds: "A direct grant to a user in a space in which their team has a grant.",
    why: "The direct grant takes precedence: removing the team or its grant does not affect the user.",
    fix: "Remove the direct grant: tome space permission remove",
  },
  "one-admin": {
    title: "Single admin",
    level: "warning",
    finds: "An organization with fewer than two active admins.",
    why: "If the only admin is unavailable, no user can manage members, billing or single sign-on.",
    fix: "Add a second admin: tome member update <user> --role admin",
  },
  "no-merge-rules": {
    title: "Spaces without merge rules",
    level: "notice",
    finds: "A space in which editors can merge change requests without a review.",
    why: "Merged content is published.",
    fix: "Set merge rules for the organization or the space: tome space update <space> --merge-rules approval",
  },
  "team-unused": {
    title: "Unused teams",
    level: "notice",
    finds: "A team without members or without access to a space.",
    why: "The team suggests access that no user has.",
    fix: "Add members, grant access, or delete the team: tome team delete",
  },
  "member-unseen": {
    title: "Inactive members",
    level: "notice",
    finds: "A member who has not used the organization for some time.",
    why: "Unused accounts are a security risk and may be billed.",
    fix: "Ask the member, then remove the account: tome member remove",
    parameters: { days: { does: "Days without activity", default: 90 } },
  },
  "invite-link-role": {
    title: "Invite links with high roles",
    level: "error",
    finds: "An invite link that grants a high role.",
    why: "Links are easily passed on to users outside the organization.",
    fix: "Delete the link, and invite users by email: tome org invite users",
    parameters: { roles: { does: "High roles", default: ["admin", "create"] } },
  },
  "space-on-no-site": {
    title: "Spaces without a docs site",
    level: "notice",
    finds: "A space that is not on a docs site.",
    why: "Only members can read the space, which its authors may not expect.",
    fix: "Add the space to a site (tome site space add), or allow the finding.",
  },
  "condition-without-claims": {
    title: "Conditions that hide content from all visitors",
    level: "warning",
    finds: "A site with a condition on a section, space or link, and adaptive content disabled.",
    why: "Visitors have no claims, so conditions hide the content from all of them.",
    fix: "Enable adaptive content (tome site update <site> --adaptive-content), or remove the condition.",
  },
  "git-sync-failed": {
    title: "Failed Git syncs",
    level: "error",
    finds: "A space whose last import or export failed, or whose connection does not work.",
    why: "The repository and the space have different content.",
    fix: "Run tome git status <space>, which shows the error and its fix.",
  },
  "git-sync-absent": {
    title: "Spaces without Git sync",
    level: "off",
    finds: "A space that is not connected to a Git repository.",
    why: "Organizations that require a repository for all content can enable the rule.",
    fix: "Run tome git connect <space> --repo <url>.",
  },
  "sync-conflict": {
    title: "Imports that would fail",
    level: "off",
    finds:
      "A page with conflicting changes in the space and its repository, or an import that would fail. The platform plans an import of each connected space, which takes as long as reading its repository. Spaces without a plan are reported.",
    why: "The next import stops, and changes on one side may be lost.",
    fix: "Show the conflict with tome git plan --space <space>, and give the page the same content on both sides.",
  },
  "specification-failed": {
    title: "Failed API specifications",
    level: "error",
    finds: "An API specification that could not be fetched or read.",
    why: "Pages show the last valid version, or nothing.",
    fix: "Show the errors with tome openapi get <slug>, and upload the specification again.",
  },
  "certificate-ending": {
    title: "Expiring certificates",
    level: "error",
    finds:
      "A SAML provider whose certificates all expire soon or have expired, or one that cannot be read or has a weak key.",
    why: "Without a valid certificate, users cannot sign in by single sign-on.",
    fix: "Add the new certificate of the provider: tome saml certificate add <provider> <file>",
    parameters: { days: { does: "Days before expiration", default: 30 } },
  },
  "title-twice": {
    title: "Duplicate titles",
    level: "warning",
    finds: "Spaces, collections, teams or docs sites with the same title.",
    why: "Users confuse them, and names on the command line are ambiguous.",
    fix: "Rename all but one of them.",
  },
  "page-without-description": {
    title: "Pages without a description",
    level: "notice",
    finds: "A page without a description.",
    why: "Search engines and link previews show the beginning of the text instead.",
    fix: "Add a sentence that states the purpose of the page.",
  },
  "file-orphan": {
    title: "Unused files",
    level: "notice",
    finds: "A file of a space that no page uses.",
    why: "Unused files are still exported, backed up and available for download.",
    fix: "Use the file on a page, or delete it in the editor or the Git repository. The API cannot delete files.",
  },
  "space-stale": {
    title: "Outdated spaces",
    level: "warning",
    finds:
      "A space that has not changed for a long time and has broken links, open comments, or a newer API specification.",
    why: "Readers rely on outdated content.",
    fix: "Review and correct the content and answer the comments, or remove the space from its site.",
    parameters: { days: { does: "Days without a change", default: 180 } },
  },
} as const satisfies Readonly<Record<string, RuleText>>;

export const organizationRules: readonly CheckRule[] = Object.entries<RuleText>(words).map(
  ([id, rule]) => ({ id, over: "organization", parameters: {}, ...rule }),
);
