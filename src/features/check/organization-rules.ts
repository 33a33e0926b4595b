/** The rules over an organization. */
import type { Rule } from "./rule.ts";

export type OrganizationRule = keyof typeof words;

type Words = Omit<Rule, "id" | "over" | "parameters"> & Partial<Pick<Rule, "parameters">>;

const words = {
  "space-link-broken": {
    title: "Broken links",
    level: "error",
    finds:
      "A link of a page to a page, heading or file that is not there, in its own space or another.",
    why: "Readers get to nothing.",
    mend: "Correct or remove the link; tome space links <space> --status broken shows those of a space.",
  },
  "site-share-link": {
    title: "Share links of docs sites",
    level: "notice",
    finds: "A share link that opens a docs site.",
    why: "Whoever has the address reads the site, without an account and for as long as the link is there.",
    mend: "Delete links that nobody needs: tome site share-link delete.",
  },
  "guest-may-edit": {
    title: "Guests who may edit",
    level: "warning",
    finds: "A guest with a role above reading and commenting in a space.",
    why: "Guests are people from outside; what they may change is easily forgotten.",
    mend: "Make the person a member, or grant less: tome space permission update.",
    parameters: {
      roles: { does: "Roles that count", default: ["admin", "create", "review", "edit"] },
    },
  },
  "grant-beside-team": {
    title: "People with a grant beside that of their team",
    level: "notice",
    finds: "A role that is granted to somebody in a space in which a team of theirs has one.",
    why: "Their own grant decides, so that taking the team's away, or the person out of the team, changes nothing.",
    mend: "Remove the grant of the person: tome space permission remove.",
  },
  "one-admin": {
    title: "One admin alone",
    level: "warning",
    finds: "An organization with fewer active admins than two.",
    why: "When that person is away, nobody can manage members, billing or single sign-on.",
    mend: "Make a second member admin: tome member update <user> --role admin.",
  },
  "no-merge-rules": {
    title: "Spaces without merge rules",
    level: "notice",
    finds: "A space whose change requests may be merged by whoever may edit, without a review.",
    why: "What is merged is published.",
    mend: "Set rules for the organization or the space: tome space update <space> --merge-rules approval.",
  },
  "team-unused": {
    title: "Teams that are not used",
    level: "notice",
    finds: "A team without members, or without access to any space.",
    why: "Its name promises an access that nobody has.",
    mend: "Add members, grant it content, or delete it: tome team delete.",
  },
  "member-unseen": {
    title: "Members who were not seen for long",
    level: "notice",
    finds: "A member who has not used the organization for some time.",
    why: "Accounts that nobody uses are found by others first, and are paid for.",
    mend: "Ask, then remove the member: tome member remove.",
    parameters: { days: { does: "Days without a visit", default: 90 } },
  },
  "invite-link-role": {
    title: "Invite links with high roles",
    level: "error",
    finds: "An invite link that gives whoever has it a high role.",
    why: "Links are passed on; this one makes strangers powerful.",
    mend: "Delete it, and invite people by their email: tome org invite users.",
    parameters: { roles: { does: "Roles that are high", default: ["admin", "create"] } },
  },
  "space-on-no-site": {
    title: "Spaces on no docs site",
    level: "notice",
    finds: "A space that no docs site shows.",
    why: "Nobody but members reads it, which is often not what its authors think.",
    mend: "Add it to a site, or allow it: tome site space add.",
  },
  "git-sync-failed": {
    title: "Git syncs that failed",
    level: "error",
    finds: "A space whose last import or export failed.",
    why: "The repository and the space say different things from then on.",
    mend: "See why with tome git info --space <space>, mend it, and import or export again.",
  },
  "git-sync-absent": {
    title: "Spaces without Git",
    level: "off",
    finds: "A space that is kept in sync with no repository.",
    why: "For organizations whose rule is that every text has a repository.",
    mend: "Set the sync up: tome git import or tome git export.",
  },
  "sync-conflict": {
    title: "Imports that would not go through",
    level: "off",
    finds:
      "A page that was changed in the space and in its repository in ways that contradict, and an import that would fail. The platform plans an import of each space that is kept in sync, which takes as long as reading its repository; one that cannot plan is named.",
    why: "The next import stops there, and what was written on one side waits or is lost.",
    mend: "See it with tome git plan --space <space>, and write the page on one side as on the other.",
  },
  "specification-failed": {
    title: "API specifications that failed",
    level: "error",
    finds: "An API specification that could not be fetched or read.",
    why: "Pages show its last version that was valid, or nothing.",
    mend: "See the errors with tome openapi get <slug>, and put it again.",
  },
  "certificate-ending": {
    title: "Certificates near their end",
    level: "error",
    finds: "A SAML provider whose certificate ends soon, has ended, or cannot be read.",
    why: "From that day on nobody gets in by single sign-on.",
    mend: "Take the next certificate of your provider: tome saml update <provider> --certificate.",
    parameters: { days: { does: "Days before the end", default: 30 } },
  },
  "title-twice": {
    title: "Titles that are used twice",
    level: "warning",
    finds: "Spaces, collections, teams or docs sites of one title.",
    why: "People take one for the other, and names on the command line mean several.",
    mend: "Rename all but one of them.",
  },
  "page-without-description": {
    title: "Pages without a description",
    level: "notice",
    finds: "A page that has no description.",
    why: "Search engines and readers see the beginning of the text instead.",
    mend: "Write a sentence that says what the page is for.",
  },
  "file-orphan": {
    title: "Files that nothing uses",
    level: "notice",
    finds: "A file of a space that no page shows or links to.",
    why: "It is exported, backed up and downloadable for nobody's use.",
    mend: "Use it on a page, or delete it in the editor or the Git repository: the API deletes no files.",
  },
  "space-stale": {
    title: "Spaces that are out of date",
    level: "warning",
    finds:
      "A space that was not changed for long, and shows a second sign of neglect: broken links, open comments, or an API specification that has changed since.",
    why: "Readers take what it says for true.",
    mend: "Read it through, answer the comments, and correct it; or take it off its site.",
    parameters: { days: { does: "Days without a change", default: 180 } },
  },
} as const satisfies Readonly<Record<string, Words>>;

export const organizationRules: readonly Rule[] = Object.entries<Words>(words).map(
  ([id, rule]) => ({ id, over: "organization", parameters: {}, ...rule }),
);
