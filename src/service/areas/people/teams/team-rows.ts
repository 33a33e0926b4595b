/** Queries for teams with their counts, and the team response. */
import { sql } from "kysely";
import type { Output } from "../../../../contract/endpoint.ts";
import type { RoleException } from "../../../../contract/requirement.ts";
import type { Role } from "../../../../contract/roles.ts";
import { allows, getNeed, type RuleOperation } from "../../../../contract/rules.ts";
import type * as contract from "../../../../contract/team.ts";
import { ApiError } from "../../../../errors.ts";
import {
  createNotFoundError,
  getPermissions,
  requireMembership,
} from "../../../core/access/access.ts";
import { countTeamSpaces } from "../../../core/access/visible.ts";
import type { Call } from "../../../core/handlers.ts";
import type { TeamMemberTable, TeamTable } from "../tables.ts";

export interface TeamRow extends TeamTable {
  members: number;
  spaces: number;
  /** The caller's role in the team; null if they are not in it. */
  own_role: TeamMemberTable["role"] | null;
}

export interface TeamAccess {
  readonly row: TeamRow;
  /** The caller's role in the organization. */
  readonly member: Role | null;
}

/** A page of teams takes a single query. */
export function selectTeams({ db, caller }: Pick<Call, "db" | "caller">) {
  return db
    .selectFrom("teams")
    .leftJoin("team_members as own", (join) =>
      join.onRef("own.team_id", "=", "teams.id").on("own.user_id", "=", caller),
    )
    .selectAll("teams")
    .select([
      "own.role as own_role",
      sql<number>`(select count(*) from team_members where team_members.team_id = teams.id)`.as(
        "members",
      ),
      grantedSpaces.as("spaces"),
    ]);
}

/** The number of live spaces in which a team has a role. */
const grantedSpaces = countTeamSpaces(sql`teams.id`, sql`spaces.deleted_at is null`);

/**
 * Members of the organization see all teams; guests see only their own.
 * @returns undefined if the team does not exist or the caller may not see it
 * @throws ApiError 404 if the caller is not in the organization
 */
export async function findTeam(
  call: Call,
  organizationId: string,
  teamId: string,
): Promise<TeamAccess | undefined> {
  const { role: member } = await requireMembership(call, organizationId);
  const row = await selectTeams(call)
    .where("teams.id", "=", teamId)
    .where("teams.organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && allows(member, "getTeamInOrganizationById", listExceptions(row))
    ? { row, member }
    : undefined;
}

/** @throws ApiError 404 if the team does not exist or the caller may not see it */
export async function requireTeam(
  call: Call,
  organizationId: string,
  teamId: string,
): Promise<TeamAccess> {
  const team = await findTeam(call, organizationId, teamId);
  if (!team) throw createNotFoundError("team", teamId, "teamId");
  return team;
}

/** @throws ApiError 403 if neither the caller's role in the organization nor in the team allows the operation */
export function authorizeTeam(
  { row, member }: TeamAccess,
  rule: RuleOperation,
  who: readonly RoleException[] = [],
): void {
  if (allows(member, rule, [...listExceptions(row), ...who])) return;
  throw new ApiError(
    403,
    `${getNeed(rule).actionLabel} requires the owner role in the team or the admin role in the organization.`,
  );
}

function listExceptions({ own_role: role }: TeamRow): readonly RoleException[] {
  if (role === null) return [];
  return role === "owner" ? ["owner of the team", "member of the team"] : ["member of the team"];
}

/** @param member the caller's role in the organization */
export function presentTeam(row: TeamRow, member: Role | null): Output<typeof contract.get> {
  return {
    object: "team",
    id: row.id,
    title: row.title,
    members: Number(row.members),
    spaces: Number(row.spaces),
    createdAt: row.created_at,
    permissions: getPermissions("team", member, listExceptions(row)),
  };
}
