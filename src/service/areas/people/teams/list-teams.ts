/** Lists of the teams of an organization or of one member. */
import { sql } from "kysely";
import type { Input } from "../../../../contract/endpoint.ts";
import type { teams } from "../../../../contract/member.ts";
import type { Role } from "../../../../contract/roles.ts";
import { listRoles } from "../../../../contract/rules.ts";
import type { list } from "../../../../contract/team.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, inOrder } from "../../../core/pages.ts";
import { toTextFilter } from "../members/text-filter.ts";
import { presentTeam, selectTeams } from "./team-rows.ts";

/** The oldest first. @param member the caller's role in the organization */
export function listTeams(call: Call, member: Role | null, options: Input<typeof list>) {
  const { organizationId, owner, title, ...paging } = options;
  const { inQuery, matches } = toTextFilter(title);
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `teams of ${JSON.stringify([organizationId, owner, title])}`,
    read: (after, take) =>
      inOrder(selectTeams(call), ["teams.created_at", "teams.id"], after)
        .where("teams.organization_id", "=", organizationId)
        .$if(owner !== undefined, (query) => query.where(isManagedBy(owner ?? "")))
        .where(inQuery(["teams.title"]))
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    keep: matches && ((row) => matches([row.title])),
    show: (row) => presentTeam(row, member),
  });
}

/** The oldest first. @param member the caller's role in the organization */
export function listMemberTeams(call: Call, member: Role | null, options: Input<typeof teams>) {
  const { organizationId, userId, title, ...paging } = options;
  const { inQuery, matches } = toTextFilter(title);
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `teams of member ${JSON.stringify([organizationId, userId, title])}`,
    read: (after, take) =>
      inOrder(selectTeams(call), ["teams.created_at", "teams.id"], after)
        .innerJoin("team_members as theirs", (join) =>
          join.onRef("theirs.team_id", "=", "teams.id").on("theirs.user_id", "=", userId),
        )
        .select("theirs.role as their_role")
        .where("teams.organization_id", "=", organizationId)
        .where(inQuery(["teams.title"]))
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    keep: matches && ((row) => matches([row.title])),
    show: ({ their_role: role, ...row }) => ({ team: presentTeam(row, member), member: { role } }),
  });
}

/** Whether a user manages a team, as its owner or as an admin of the organization, and is not disabled. */
function isManagedBy(userId: string) {
  return sql<boolean>`exists (
    select 1 from members
    where members.organization_id = teams.organization_id and members.user_id = ${userId}
      and members.disabled = 0
      and (
        members.role in (${sql.join(listRoles("updateTeamInOrganizationById"))})
        or exists (
          select 1 from team_members
          where team_members.team_id = teams.id and team_members.user_id = ${userId}
            and team_members.role = 'owner'
        )
      )
  )`;
}
