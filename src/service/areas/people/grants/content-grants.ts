/** Grants of roles in a collection, space or site. */
import { sql } from "kysely";
import type { Role } from "../../../../contract/roles.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import { computeStrength, toRole } from "../../../core/access/grants.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, type Paging } from "../../../core/pages.ts";
import { presentUser, requireMembers } from "../../../core/rows/users.ts";
import type { Queries } from "../../../database/tables.ts";
import { presentTeam, selectTeams } from "../teams/team-rows.ts";

/** A collection, space or site, and its organization. */
export interface GrantTarget {
  readonly id: string;
  readonly organization_id: string;
}

/** The users and teams to which a role is granted. */
export interface Holders {
  readonly users?: readonly string[];
  readonly teams?: readonly string[];
}

/**
 * @param role null revokes the grants
 * @throws ApiError 400 if no user or team is named, a user is not a member, or a team belongs to another organization
 */
export async function grantRole(
  db: Queries,
  content: GrantTarget,
  role: Role | null,
  { users = [], teams = [] }: Holders,
): Promise<void> {
  if (users.length + teams.length === 0) {
    throw new ApiError(400, "No users or teams specified. Specify at least one user or team.", {
      field: "users",
    });
  }
  const holders = [
    ...(await requireMembers(db, content.organization_id, "users", users)),
    ...(await findTeams(db, content.organization_id, teams)),
  ];
  if (role === null) {
    await db
      .deleteFrom("grants")
      .where("content_id", "=", content.id)
      .where("holder_id", "in", holders)
      .execute();
    return;
  }
  const strength = computeStrength(role);
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

export type HolderKind = "user" | "team";

/**
 * @param role null revokes the grant
 * @throws ApiError 404 if the holder has no grant
 */
export async function changeGrant(
  db: Queries,
  content: GrantTarget,
  kind: HolderKind,
  holder: string,
  role: Role | null,
): Promise<void> {
  const missing = createNotFoundError(`role granted to the ${kind}`, holder, `${kind}Id`);
  if (role === null) {
    if (await revokeGrant(db, content, kind, holder)) return;
    throw missing;
  }
  const { numUpdatedRows } = await db
    .updateTable("grants")
    .set({ strength: computeStrength(role) })
    .where("content_id", "=", content.id)
    .where("holder_id", "=", holder)
    .where(isGrantedTo(kind))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing;
}

/** @returns whether there was a grant */
export async function revokeGrant(
  db: Queries,
  content: GrantTarget,
  kind: HolderKind,
  holder: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("grants")
    .where("content_id", "=", content.id)
    .where("holder_id", "=", holder)
    .where(isGrantedTo(kind))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The ids of users and teams share a column. A user never has the id of a team. */
function isGrantedTo(kind: HolderKind) {
  const isTeam = sql<boolean>`grants.holder_id in (select teams.id from teams)`;
  return kind === "team" ? isTeam : sql<boolean>`not ${isTeam}`;
}

/** Users with a direct grant. Users with an inherited role are not listed. */
export function listUserGrants(call: Call, content: GrantTarget, paging: Paging) {
  return buildPage({
    page: paging.page,
    limit: paging.limit,
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
    show: (row) => ({ permission: toGrantedRole(row.strength), user: presentUser(row, call.base) }),
  });
}

/** Teams with a direct grant. @param member the caller's role in the organization */
export function listTeamGrants(
  call: Call,
  content: GrantTarget,
  member: Role | null,
  paging: Paging,
) {
  return buildPage({
    page: paging.page,
    limit: paging.limit,
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
      permission: toGrantedRole(strength),
      team: presentTeam(row, member),
    }),
  });
}

function toGrantedRole(strength: number): Role {
  const role = toRole(strength);
  if (role === null) throw new Error(`No role has the strength ${strength}.`);
  return role;
}

async function findTeams(
  db: Queries,
  organizationId: string,
  teamIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(teamIds)];
  if (ids.length === 0) return [];
  const teams = await db
    .selectFrom("teams")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  const unknownId = ids.find((id) => !teams.some((team) => team.id === id));
  if (unknownId === undefined) return ids;
  throw new ApiError(400, `teams: ${unknownId} is not a team of this organization. Check the id.`, {
    field: "teams",
  });
}
