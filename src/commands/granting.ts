/** What the commands of permissions share, on collections and on spaces. */
import type { Column } from "../context.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import type { Own } from "./confirm.ts";

const role: Column = { header: "ROLE", path: "permission" };

export const grantedColumns: readonly Column[] = [
  role,
  { header: "USER", path: "user.id" },
  { header: "NAME", path: "user.displayName", wide: true },
  { header: "EMAIL", path: "user.email" },
];

export const grantedTeamColumns: readonly Column[] = [
  role,
  { header: "TEAM", path: "team.id" },
  { header: "TITLE", path: "team.title", wide: true },
  { header: "MEMBERS", path: "team.members", as: "number" },
];

/** @throws UsageError where nobody is named, before anything is sent */
export function withHolders(input: JsonObject): JsonObject {
  if (input.users !== undefined || input.teams !== undefined) return input;
  throw new UsageError("Give --user or --team; there is nobody to grant the role to.");
}

/** Said where a change takes something from whoever asks, as themself or by a team that they are in. */
export function loses(what: string): readonly Own[] {
  return [
    { people: ({ userId }) => userId, says: `This is you: you may lose ${what}.` },
    { team: ({ teamId }) => teamId, says: `You are in this team: you may lose ${what}.` },
  ];
}

/** Said where whoever asks grants a role to themself, which takes the place of the one of now. */
export const ownGrant: readonly Own[] = [
  {
    people: ({ users }) => users,
    says: "You are among those who get it: it takes the place of the role that was granted to you.",
  },
];
