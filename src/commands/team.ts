/** `tome team`. */
import type { PrintedColumn } from "../context.ts";
import * as member from "../contract/member.ts";
import { person } from "../contract/people-fields.ts";
import * as contract from "../contract/team.ts";
import { asObject, type JsonObject, type JsonValue } from "../json/values.ts";
import { checkTitle } from "./check-title.ts";
import { createdColumn, idColumn, titleColumn } from "./columns.ts";
import { enumeration, list, optional } from "./fields.ts";
import { mutation, noun, query } from "./verb.ts";

const membersColumn: PrintedColumn = { header: "MEMBERS", path: "members", as: "number" };
const spacesColumn: PrintedColumn = { header: "SPACES", path: "spaces", as: "number" };

const record: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  membersColumn,
  spacesColumn,
  { header: "CAN MANAGE", path: "permissions.admin", as: "flag" },
  createdColumn,
];

export const commands = noun({
  summary: "Manage teams",
  own: "team",
  verbs: {
    list: query(contract.list, {
      columns: [idColumn, titleColumn, membersColumn, spacesColumn, createdColumn],
      emptyText: "No teams match.",
      examples: ["team list --title write", "team list --owner ada@example.com"],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the team "{title}" ({id}).',
      ...checkTitle("team"),
      columns: record,
      examples: ["team create --title Writers --member ada@example.com --member grace@example.com"],
    }),
    get: query(contract.get, { columns: record }),
    update: mutation(contract.update, {
      doneText: 'Changed the team "{title}" ({id}).',
      columns: record,
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the team {teamId}. Its members stay in the organization.",
      absentText: "Team {teamId} not found. No changes were made.",
      confirm: {
        question: 'Delete the team "{title}" ({teamId})? Its {members} members lose its grants.',
        read: contract.get,
        selfWarnings: [
          {
            team: ({ teamId }) => teamId,
            warning: "You are in this team: you lose its grants.",
          },
        ],
      },
    }),
    members: query(contract.members, {
      columns: [
        { header: "ID", path: "organization.id", as: "id" },
        { header: "NAME", path: "organization.user.displayName", as: "title", wide: true },
        { header: "EMAIL", path: "organization.user.email" },
        { header: "TEAM ROLE", path: "team.role" },
        { header: "ROLE", path: "organization.role", nothing: "guest" },
      ],
      emptyText: "No members in the team.",
    }),
    add: mutation(contract.changeMembers, {
      summary: "Add members to a team",
      arguments: ["teamId", "add"],
      extra: {
        add: list(person, "Member to add", {
          placeholder: "user",
        }),
        role: optional(
          enumeration(["owner", "member"], "Role of the members in the team; an owner manages it"),
        ),
      },
      toRequest: withRole,
      doneText: "Changed the members of the team {teamId}.",
      confirm: {
        question: "Change the members of the team {team}?",
        names: [{ field: "teamId", endpoints: contract.get }],
        selfWarnings: [
          {
            people: ({ remove }) => remove,
            warning: "You are among the removed members: you lose the team's grants.",
          },
          {
            people: ({ memberships }) => listPlainMembers(memberships),
            owning: ({ teamId }) => teamId,
            warning: "You are among the members: you no longer manage the team.",
          },
        ],
        onlyIfSelf: true,
      },
      examples: [
        "team add Writers ada@example.com grace@example.com",
        "team add Writers ada@example.com --role owner",
      ],
    }),
    drop: mutation(contract.dropMember, {
      doneText: "Removed {userId} from the team {teamId}.",
      absentText: "{userId} is not in the team {teamId}.",
      confirm: {
        question: "Remove {user} from the team {team}? They lose the team's grants.",
        names: [
          { field: "userId", endpoints: member.get },
          { field: "teamId", endpoints: contract.get },
        ],
        selfWarnings: [
          {
            people: ({ userId }) => userId,
            warning: "This is your own account: you lose the team's grants.",
          },
        ],
      },
    }),
    put: mutation(contract.putMember, {
      doneText: "{userId} is in the team {teamId}.",
      confirm: {
        question: "Change the role of {user} in the team {team} from owner to member?",
        names: [
          { field: "userId", endpoints: member.get },
          { field: "teamId", endpoints: contract.get },
        ],
        selfWarnings: [
          {
            people: ({ userId, role }) => (role === "owner" ? undefined : userId),
            owning: ({ teamId }) => teamId,
            warning: "This is your own account: you no longer manage the team.",
          },
        ],
        onlyIfSelf: true,
      },
      examples: ["team put Writers ada@example.com --role owner"],
    }),
  },
});

/** Users who become members without owning the team. */
function listPlainMembers(memberships: JsonValue | undefined): string[] {
  return Object.entries(asObject(memberships)).flatMap(([user, membership]) =>
    asObject(membership).role === "member" ? [user] : [],
  );
}

/** One role for all users, in the form of the API. */
function withRole({ role, ...input }: JsonObject): JsonObject {
  if (role === undefined) return input;
  const added = Array.isArray(input.add) ? input.add : [];
  const roles = Object.fromEntries(added.map((named) => [String(named), { role }]));
  const { memberships } = input;
  const others = typeof memberships === "object" && memberships !== null ? memberships : {};
  return { ...input, memberships: { ...others, ...roles } };
}
