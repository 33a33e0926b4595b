/** What is granted to people and teams in one collection or space: giving, changing, taking, listing. */
import { sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import { roleOfStrength, strengthOf } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { membersIn } from "../../core/members-in.ts";
import { pageOf } from "../../core/pages.ts";
import { presentUser } from "../../core/users.ts";
import type { Queries } from "../../database/tables.ts";
import { presentTeam, selectTeams } from "./team-rows.ts";

/** A collection or space, and the organization it is in. */
export interface Granted {
  readonly id: string;
  readonly organization_id: string;
}

/** To whom a role is granted at once. */
export interface Holders {
  readonly users?: readonly string[];
  readonly teams?: readonly string[];
}

export interface Asked {
  readonly page?: string;
  readonly limit?: number;
}

/** @throws Problem 400 for nobody, a user who is no member, and a team of another organization */
export async function grantTo(
  db: Queries,
  content: Granted,
  role: Role,
  { users = [], teams = [] }: Holders,
): Promise<void> {
  if (users.length + teams.length === 0) {
    throw new Problem(400, "Give users or teams; there is nobody to grant the role to.", {
      field: "users",
    });
  }
  const holders = [
    ...(await membersIn(db, content.organization_id, "users", users)),
    ...(await teamsIn(db, content.organization_id, teams)),
  ];
  const strength = strengthOf(role);
  for (const holder of holders) {
    await db
      .insertInto("grants")
      .values({
        organization_id: content.organization_id,
        content_id: content.id,
        holder_id: holder,
        strength,
      })
      .onConflict((conflict) =>
        conflict.columns(["content_id", "holder_id"]).doUpdateSet({ strength }),
      )
      .execute();
  }
}

/** Whether a holder is a person or a team. */
export type Kind = "user" | "team";

/** @throws Problem 404 where nothing is granted to a holder of that kind there */
export async function changeGrant(
  db: Queries,
  content: Granted,
  kind: Kind,
  holder: string,
  role: Role,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("grants")
    .set({ strength: strengthOf(role) })
    .where("content_id", "=", content.id)
    .where("holder_id", "=", holder)
    .where(isOf(kind))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(`role granted to the ${kind}`, holder, `${kind}Id`);
}

/** @returns whether there was something to take */
export async function takeGrant(
  db: Queries,
  content: Granted,
  kind: Kind,
  holder: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("grants")
    .where("content_id", "=", content.id)
    .where("holder_id", "=", holder)
    .where(isOf(kind))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Both stand in one column, and the id of a team is nobody's. */
function isOf(kind: Kind) {
  const isTeam = sql<boolean>`grants.holder_id in (select teams.id from teams)`;
  return kind === "team" ? isTeam : sql<boolean>`not ${isTeam}`;
}

/** The people to whom a role was granted here; not those who have one from elsewhere. */
export function usersGranted(call: Call, content: Granted, asked: Asked) {
  return pageOf({
    ...asked,
    list: `users granted ${content.id}`,
    read: (after, take) =>
      call.db
        .selectFrom("grants")
        .innerJoin("users", "users.id", "grants.holder_id")
        .selectAll("users")
        .select("grants.strength")
        .where("grants.content_id", "=", content.id)
        .where("grants.holder_id", ">", after?.[0] ?? "")
        .orderBy("grants.holder_id")
        .limit(take)
        .execute(),
    key: (row) => [row.id],
    show: (row) => ({ permission: roleGiven(row.strength), user: presentUser(row, call.base) }),
  });
}

/** The teams to which a role was granted here. @param member the caller's role in the organization */
export function teamsGranted(call: Call, content: Granted, member: Role | null, asked: Asked) {
  return pageOf({
    ...asked,
    list: `teams granted ${content.id}`,
    read: (after, take) =>
      selectTeams(call)
        .innerJoin("grants", "grants.holder_id", "teams.id")
        .select("grants.strength")
        .where("grants.content_id", "=", content.id)
        .where("grants.holder_id", ">", after?.[0] ?? "")
        .orderBy("grants.holder_id")
        .limit(take)
        .execute(),
    key: (row) => [row.id],
    show: ({ strength, ...row }) => ({
      permission: roleGiven(strength),
      team: presentTeam(row, member),
    }),
  });
}

function roleGiven(strength: number): Role {
  const role = roleOfStrength(strength);
  if (role === null) throw new Error(`No role has the strength ${strength}.`);
  return role;
}

async function teamsIn(
  db: Queries,
  organizationId: string,
  teamIds: readonly string[],
): Promise<readonly string[]> {
  const named = [...new Set(teamIds)];
  if (named.length === 0) return [];
  const teams = await db
    .selectFrom("teams")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "in", named)
    .execute();
  const unknown = named.find((id) => !teams.some((team) => team.id === id));
  if (unknown === undefined) return named;
  throw new Problem(
    400,
    `teams names ${unknown}, which is no team of the organization; name its teams only.`,
    { field: "teams" },
  );
}
