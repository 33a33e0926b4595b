/** `tome space permission`, `tome collection permission` and `tome site permission`. */
import type { PrintedColumn } from "../context.ts";
import type * as ofCollections from "../contract/collection-permission.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type * as ofSites from "../contract/site-permission.ts";
import type * as ofSpaces from "../contract/space-permission.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import type { SelfWarning } from "./confirm.ts";
import { mutation, noun, query } from "./verb.ts";

const role: PrintedColumn = { header: "ROLE", path: "permission" };

const grantedColumns: readonly PrintedColumn[] = [
  role,
  { header: "USER", path: "user.id", as: "id" },
  { header: "NAME", path: "user.displayName", as: "title", wide: true },
  { header: "EMAIL", path: "user.email" },
];

const originColumns: readonly PrintedColumn[] = [
  { header: "FROM", path: "origin.type" },
  { header: "REASON", path: "origin.reason" },
];

const grantedTeamColumns: readonly PrintedColumn[] = [
  role,
  { header: "TEAM", path: "team.id", as: "id" },
  { header: "TITLE", path: "team.title", as: "title", wide: true },
  { header: "MEMBERS", path: "team.members", as: "number" },
];

const words = {
  space: { id: "Handbook", a: "a space", the: "the space", on: "in" },
  collection: { id: "Guides", a: "a collection", the: "the collection", on: "in" },
  site: { id: "Docs", a: "a site", the: "the site", on: "on" },
} as const;

/**
 * @param thing kind of the resource
 * @param look reads the resource, so that a question can show its title
 */
export function createPermissionCommands(
  thing: keyof typeof words,
  contract: typeof ofSpaces | typeof ofCollections | typeof ofSites,
  look: Endpoint,
) {
  const self = `${thing}Id`;
  const example = `${thing} permission`;
  const { id, a, the, on } = words[thing];
  const names = [
    { field: self, endpoints: look },
    { field: "userId", endpoints: contract.listUsers },
    { field: "teamId", endpoints: contract.listTeams },
  ];
  return noun({
    summary: `Manage the roles granted ${on} ${a}`,
    own: thing,
    verbs: {
      list: query(contract.list, {
        columns: thing === "site" ? [...grantedColumns, ...originColumns] : grantedColumns,
        emptyText: `No user has such a role ${on} ${the}.`,
        examples: [`${example} list ${id}`, `${example} list ${id} --role admin`],
      }),
      grant: mutation(contract.grant, {
        toRequest: requireGrantee,
        loadComparison: async () => {
          const { openRoleComparison } = await import("../features/access/compare-roles.ts");
          return openRoleComparison(contract.list);
        },
        doneText: `Granted the role {role} ${on} ${the} {${self}}.`,
        toOutcome: (_, { role: granted, users, teams, [self]: content }) =>
          `Granted the role ${granted} to ${listGrantees(users, teams)} ${on} ${the} ${content}.`,
        confirm: {
          question: `Grant the role {role} ${on} ${the} {${thing}}?`,
          names: [{ field: self, endpoints: look }],
          selfWarnings: ownGrant,
          onlyIfSelf: true,
        },
        examples: [
          `${example} grant ${id} --role edit --user ada@example.com`,
          `${example} grant ${id} --role review --team Writers --team Editors`,
        ],
      }),
      users: query(contract.listUsers, {
        columns: grantedColumns,
        emptyText: `No roles are granted to users ${on} ${the}.`,
      }),
      teams: query(contract.listTeams, {
        columns: grantedTeamColumns,
        emptyText: `No roles are granted to teams ${on} ${the}.`,
      }),
      update: mutation([contract.updateUser, contract.updateTeam], {
        summary: "Change the role granted to a user or team",
        arguments: [self],
        doneText: `Changed the role of {userId}{teamId} to {role} ${on} ${the} {${self}}.`,
        absentHint: ({ [self]: content, userId, teamId, role: wanted }, message) => {
          // Otherwise the resource does not exist.
          if (!message.startsWith("Role granted to")) return undefined;
          const holder = userId === undefined ? `--team ${teamId}` : `--user ${userId}`;
          return `To grant one: tome ${example} grant ${content} ${holder} --role ${wanted}`;
        },
        confirm: {
          question: `Change the role of {user}{team} ${on} ${the} {${thing}} to {role}?`,
          names,
          selfWarnings: createLossWarnings(`permissions of your current role ${on} ${the}`),
          onlyIfSelf: true,
        },
        examples: [`${example} update ${id} --user ada@example.com --role review`],
      }),
      remove: mutation([contract.removeUser, contract.removeTeam], {
        summary: "Revoke the role granted to a user or team",
        arguments: [self],
        doneText: `Revoked the role of {userId}{teamId} ${on} ${the} {${self}}.`,
        absentText: `No such role ${on} ${the} {${self}}. No changes were made.`,
        confirm: {
          question: `Revoke the role of {user}{team} ${on} ${the} {${thing}}?`,
          names,
          selfWarnings: createLossWarnings(`access to ${the}`),
        },
        examples: [`${example} remove ${id} --team Writers`],
      }),
    },
  });
}

/** `U1, U2 and T1`, in which titles replace the ids. */
function listGrantees(...lists: readonly unknown[]): string {
  const ids = lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  return new Intl.ListFormat("en-US").format(ids);
}

/** @throws UsageError without users and teams; no request is sent */
function requireGrantee(input: JsonObject): JsonObject {
  if (input.users !== undefined || input.teams !== undefined) return input;
  throw new UsageError("Specify --user or --team.");
}

/** Warnings if users may reduce their own access, directly or through a team. */
function createLossWarnings(what: string): readonly SelfWarning[] {
  return [
    { people: ({ userId }) => userId, warning: `This is your own account: you may lose ${what}.` },
    { team: ({ teamId }) => teamId, warning: `You are in this team: you may lose ${what}.` },
  ];
}

/** Warning if users grant a role to themselves, which replaces their current one. */
const ownGrant: readonly SelfWarning[] = [
  {
    people: ({ users }) => users,
    warning: "You are among the users: this replaces your current role.",
  },
];
