/** `tome member`. */
import type { Column } from "../context.ts";
import { flag, id, list, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/member.ts";
import { roleOrGuest } from "../contract/people-fields.ts";
import { idColumn } from "./columns.ts";
import { offboardSends, syncSends } from "./member-sends.ts";
import { membershipNow, signsInBySso } from "./outcomes.ts";
import { act, noun, show, task } from "./verb.ts";

const { organizationId, userId } = contract.get.input;

const nameColumn: Column = { header: "NAME", path: "user.displayName", as: "title", wide: true };
const emailColumn: Column = { header: "EMAIL", path: "user.email" };
const roleColumn: Column = { header: "ROLE", path: "role", nothing: "guest" };
const lastSeenColumn: Column = { header: "LAST SEEN", path: "lastSeenAt", as: "time" };
const ssoColumn: Column = { header: "SINGLE SIGN-ON", path: "sso", as: "flag" };

const disabledColumn: Column = {
  header: "DISABLED",
  path: "disabled",
  as: "flag",
  means: { yes: "bad" },
};

const record: readonly Column[] = [
  idColumn,
  nameColumn,
  emailColumn,
  roleColumn,
  ssoColumn,
  disabledColumn,
  { header: "SPACES", path: "spaces", as: "number" },
  { header: "TEAMS", path: "teams", as: "number" },
  { header: "JOINED", path: "joinedAt", as: "time" },
  lastSeenColumn,
];

export const memberColumns: readonly Column[] = [
  idColumn,
  nameColumn,
  emailColumn,
  roleColumn,
  { header: "SPACES", path: "spaces", as: "number" },
  { header: "TEAMS", path: "teams", as: "number" },
  lastSeenColumn,
  { ...disabledColumn, wide: true, usual: "no" },
];

export const commands = noun({
  does: "Manage the members and guests of an organization",
  own: "user",
  verbs: {
    list: show(contract.list, {
      columns: memberColumns,
      aside: ({ sort }) =>
        sort === undefined ? undefined : `The platform sorted these rows by ${sort}.`,
      none: "No members match.",
      examples: [
        "member list --role guest",
        "member list --search ada",
        "member list --sort lastSeenAt --json user.email,lastSeenAt",
      ],
    }),
    get: show(contract.get, { columns: record }),
    update: act(contract.update, {
      // The command requires a role, because there is no other field to change.
      extra: { role: roleOrGuest("Role in the organization") },
      done: "Changed the role of {userId}.",
      outcome: membershipNow,
      confirm: {
        question: "Change the role of {user} to {role}?",
        names: [{ of: "userId", by: contract.get }],
        own: [
          {
            people: ({ userId }) => userId,
            says: "This is your own account: you may lose permissions of your current role.",
          },
        ],
        ownOnly: true,
      },
      columns: record,
      examples: [
        "member update ada@example.com --role review",
        "member update ada@example.com --role guest",
      ],
    }),
    disable: task({
      does: "Block all access of a member, keeping grants and content",
      fields: { organizationId, userId },
      arguments: ["userId"],
      sends: [contract.get, contract.update],
      writes: true,
      asks: true,
      examples: ["member disable ada@example.com --yes"],
      load: () => import("../features/members/disabled.ts").then((m) => m.disable),
    }),
    enable: task({
      does: "Restore the access of a disabled member",
      fields: { organizationId, userId },
      arguments: ["userId"],
      sends: [contract.update],
      writes: true,
      examples: ["member enable ada@example.com"],
      load: () => import("../features/members/disabled.ts").then((m) => m.enable),
    }),
    remove: act(contract.remove, {
      done: "Removed {userId} from the organization. Their content is kept.",
      absent: "Member {userId} not found. No changes were made.",
      requested: "The removal of {userId} awaits confirmation by the admins.",
      confirm: {
        question: "Remove {user} from the organization, with all grants? Their content is kept.",
        names: [{ of: "userId", by: contract.get }],
        own: [
          {
            people: ({ userId }) => userId,
            says: "This is your own account: you lose access to the organization.",
          },
        ],
      },
      examples: ["member remove ada@example.com --yes"],
    }),
    sso: act(contract.sso, {
      done: "{userId} is required to use single sign-on.",
      outcome: signsInBySso,
      columns: record,
    }),
    spaces: show(contract.spaces, {
      columns: [
        { header: "ROLE", path: "permission" },
        { header: "SPACE", path: "space.id", as: "id" },
        { header: "TITLE", path: "space.title", as: "title", wide: true },
        { header: "PARENT", path: "space.parent", wide: true },
      ],
      belongs: {
        paths: ["space.parent"],
        within: "organizationId",
        from: () => import("../contract/collection.ts").then((m) => m.list),
      },
      none: "The member has no access to any space.",
      examples: [
        "member spaces ada@example.com",
        "member spaces ada@example.com --all --format csv",
      ],
    }),
    teams: show(contract.teams, {
      columns: [
        { header: "ROLE", path: "member.role" },
        { header: "TEAM", path: "team.id", as: "id" },
        { header: "TITLE", path: "team.title", as: "title", wide: true },
      ],
      none: "The member is not in any matching team.",
    }),
    sync: task({
      does: "Synchronize members with a roster (CSV, JSON or SCIM ListResponse)",
      fields: {
        organizationId: id("org"),
        roster: text(
          "File with email, role, teams, sso and id of each member; - for standard input",
          {
            placeholder: "file",
          },
        ),
        prune: optional(flag("Remove members and team memberships that are not in the roster")),
        maxRemovals: optional(
          text("Abort if more members than this would lose access (number or percentage)", {
            default: "10%",
            placeholder: "n|n%",
          }),
        ),
        protect: optional(
          list(text("Email", { max: 255 }), "Email of a member whose access is never reduced", {
            placeholder: "email",
          }),
        ),
        state: optional(
          text("State file that maps roster IDs to members", { placeholder: "file" }),
        ),
      },
      writes: true,
      asks: true,
      sends: syncSends,
      examples: [
        "member sync --roster people.csv --dry-run",
        "member sync --roster people.csv --prune --max-removals 5",
      ],
      load: () => import("../features/members/sync.ts").then((m) => m.sync),
    }),
    offboard: task({
      does: "Transfer a member's resources, then revoke all access",
      fields: {
        organizationId: id("org"),
        userId: id("user"),
        successor: optional(
          id("user", "Member who receives the reviews, rules, teams and grants", {
            flag: "successor",
          }),
        ),
        keepMember: optional(flag("Keep the user in the organization as a guest without access")),
      },
      arguments: ["userId"],
      writes: true,
      asks: true,
      sends: offboardSends,
      examples: [
        "member offboard ada@example.com --successor grace@example.com --dry-run",
        "member offboard ada@example.com --keep-member",
      ],
      load: () => import("../features/members/offboard.ts").then((m) => m.offboard),
    }),
  },
});
