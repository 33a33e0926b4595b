/** `tome member`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/member.ts";
import { idColumn } from "./columns.ts";
import { boolean, id, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { offboardSends, syncSends } from "./member-operations.ts";
import { describeMembership, signsInBySso } from "./outcomes.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const { organizationId, userId } = getCommandFields(contract.get);
const { optional: _, ...role } = getCommandFields(contract.update).role;

const nameColumn: PrintedColumn = {
  header: "NAME",
  path: "user.displayName",
  as: "title",
  wide: true,
};
const emailColumn: PrintedColumn = { header: "EMAIL", path: "user.email" };
const roleColumn: PrintedColumn = { header: "ROLE", path: "role", nothing: "guest" };
const lastSeenColumn: PrintedColumn = { header: "LAST SEEN", path: "lastSeenAt", as: "time" };
const ssoColumn: PrintedColumn = { header: "SINGLE SIGN-ON", path: "sso", as: "flag" };

const disabledColumn: PrintedColumn = {
  header: "DISABLED",
  path: "disabled",
  as: "flag",
  means: { yes: "bad" },
};

const record: readonly PrintedColumn[] = [
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

export const memberColumns: readonly PrintedColumn[] = [
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
  summary: "Manage the members and guests of an organization",
  own: "user",
  verbs: {
    list: query(contract.list, {
      columns: memberColumns,
      describeScope: ({ sort }) =>
        sort === undefined ? undefined : `The platform sorted these rows by ${sort}.`,
      emptyText: "No members match.",
      examples: [
        "member list --role guest",
        "member list --search ada",
        "member list --sort lastSeenAt --json user.email,lastSeenAt",
      ],
    }),
    get: query(contract.get, { columns: record }),
    update: mutation(contract.update, {
      // The command requires a role, because there is no other field to change.
      extra: { role },
      doneText: "Changed the role of {userId}.",
      toOutcome: describeMembership,
      confirm: {
        question: "Change the role of {user} to {role}?",
        names: [{ field: "userId", endpoints: contract.get }],
        selfWarnings: [
          {
            people: ({ userId }) => userId,
            warning: "This is your own account: you may lose permissions of your current role.",
          },
        ],
        onlyIfSelf: true,
      },
      columns: record,
      examples: [
        "member update ada@example.com --role review",
        "member update ada@example.com --role guest",
      ],
    }),
    disable: custom({
      summary: "Block all access of a member, keeping grants and content",
      fields: { organizationId, userId },
      arguments: ["userId"],
      operations: [contract.get, contract.update],
      isWrite: true,
      mayPrompt: true,
      examples: ["member disable ada@example.com --yes"],
      load: () => import("../features/members/disabled.ts").then((m) => m.disable),
    }),
    enable: custom({
      summary: "Restore the access of a disabled member",
      fields: { organizationId, userId },
      arguments: ["userId"],
      operations: [contract.update],
      isWrite: true,
      examples: ["member enable ada@example.com"],
      load: () => import("../features/members/disabled.ts").then((m) => m.enable),
    }),
    remove: mutation(contract.remove, {
      doneText: "Removed {userId} from the organization. Their content is kept.",
      absentText: "Member {userId} not found. No changes were made.",
      acceptedText: "The removal of {userId} awaits confirmation by the admins.",
      confirm: {
        question: "Remove {user} from the organization, with all grants? Their content is kept.",
        names: [{ field: "userId", endpoints: contract.get }],
        selfWarnings: [
          {
            people: ({ userId }) => userId,
            warning: "This is your own account: you lose access to the organization.",
          },
        ],
      },
      examples: ["member remove ada@example.com --yes"],
    }),
    sso: mutation(contract.sso, {
      doneText: "{userId} is required to use single sign-on.",
      toOutcome: signsInBySso,
      columns: record,
    }),
    spaces: query(contract.spaces, {
      columns: [
        { header: "ROLE", path: "permission" },
        { header: "SPACE", path: "space.id", as: "id" },
        { header: "TITLE", path: "space.title", as: "title", wide: true },
        { header: "PARENT", path: "space.parent", wide: true },
      ],
      titleLookup: {
        paths: ["space.parent"],
        within: "organizationId",
        from: () => import("../contract/collection.ts").then((m) => m.list),
      },
      emptyText: "The member has no access to any space.",
      examples: [
        "member spaces ada@example.com",
        "member spaces ada@example.com --all --format csv",
      ],
    }),
    teams: query(contract.teams, {
      columns: [
        { header: "ROLE", path: "member.role" },
        { header: "TEAM", path: "team.id", as: "id" },
        { header: "TITLE", path: "team.title", as: "title", wide: true },
      ],
      emptyText: "The member is not in any matching team.",
    }),
    sync: custom({
      summary: "Synchronize members with a roster (CSV, JSON or SCIM ListResponse)",
      fields: {
        organizationId: id("org"),
        roster: text(
          "File with email, role, teams, sso and id of each member; - for standard input",
          {
            placeholder: "file",
          },
        ),
        prune: optional(boolean("Remove members and team memberships that are not in the roster")),
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
      isBulk: true,
      isWrite: true,
      mayPrompt: true,
      operations: syncSends,
      examples: [
        "member sync --roster people.csv --dry-run",
        "member sync --roster people.csv --prune --max-removals 5",
      ],
      load: () => import("../features/members/sync.ts").then((m) => m.sync),
    }),
    offboard: custom({
      summary: "Transfer a member's resources, then revoke all access",
      fields: {
        organizationId: id("org"),
        userId: id("user"),
        successor: optional(
          id("user", "Member who receives reviews, rules, teams and grants, not authorship", {
            flag: "successor",
          }),
        ),
        keepMember: optional(
          boolean("Keep the user in the organization as a guest without access"),
        ),
      },
      arguments: ["userId"],
      isWrite: true,
      mayPrompt: true,
      operations: offboardSends,
      examples: [
        "member offboard ada@example.com --successor grace@example.com --dry-run",
        "member offboard ada@example.com --keep-member",
      ],
      load: () => import("../features/members/offboard.ts").then((m) => m.offboard),
    }),
  },
});
