/** Teams as rows: reading them with all that an answer needs, and showing one. */
import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import { atLeast, type Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/team.ts";
import { Problem } from "../../../errors.ts";
import { notFound, requireMembership } from "../../core/access.ts";
import { withHeld } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import type { TeamMemberTable, TeamTable } from "./tables.ts";

export interface TeamRow extends TeamTable {
  members: number;
  spaces: number;
  /** The caller's role in the team, where he is in it. */
  own_role: TeamMemberTable["role"] | null;
}

export interface SeenTeam {
  readonly row: TeamRow;
  /** The caller's role in the organization. */
  readonly member: Role | null;
}

/** A page of teams costs one query. */
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
      spacesGranted.as("spaces"),
    ]);
}

/** How many live spaces a team was granted, each of them or a collection above it. */
const spacesGranted: RawBuilder<number> = sql`(
  ${withHeld(sql<boolean>`grants.holder_id = teams.id`)}
  select count(*) from (
    select spaces.id from held join spaces on spaces.id = held.id where spaces.deleted_at is null
    union
    select spaces.id from held join spaces on spaces.parent_id = held.id
    where spaces.deleted_at is null
  ) as granted
)`;

/**
 * A team, for the members of the organization and for the guests in it.
 * @returns absent where there is none that the caller may see
 * @throws Problem 404 where the organization is not his
 */
export async function findTeam(
  call: Call,
  organizationId: string,
  teamId: string,
): Promise<SeenTeam | undefined> {
  const { role: member } = await requireMembership(call, organizationId);
  const row = await selectTeams(call)
    .where("teams.id", "=", teamId)
    .where("teams.organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && teamPermissions(row, member).view ? { row, member } : undefined;
}

/** @throws Problem 404 where there is none that the caller may see */
export async function requireTeam(
  call: Call,
  organizationId: string,
  teamId: string,
): Promise<SeenTeam> {
  const team = await findTeam(call, organizationId, teamId);
  if (!team) throw notFound("team", teamId, "teamId");
  return team;
}

/** @throws Problem 403 for whoever neither owns the team nor is an admin */
export function demandManagement({ row, member }: SeenTeam, deed: string): void {
  if (teamPermissions(row, member).admin) return;
  throw new Problem(
    403,
    `${deed} is for the owners of the team and the admins of the organization; ask one of them.`,
  );
}

function teamPermissions({ own_role }: TeamRow, member: Role | null) {
  return {
    admin: member === "admin" || own_role === "owner",
    view: own_role !== null || atLeast(member, "read"),
  };
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
    permissions: teamPermissions(row, member),
  };
}
