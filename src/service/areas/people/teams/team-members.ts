/** The members of a team and their team roles. */
import { sql } from "kysely";
import type { Input } from "../../../../contract/endpoint.ts";
import type { changeMembers } from "../../../../contract/team.ts";
import { ApiError } from "../../../../errors.ts";
import { getPermissions } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../../core/pages.ts";
import type { Queries } from "../../../database/tables.ts";
import { presentMember, selectMembers } from "../members/member-rows.ts";
import type { TeamMemberTable } from "../tables.ts";
import type { TeamAccess, TeamRow } from "./team-rows.ts";

type TeamRole = TeamMemberTable["role"];
type TeamChanges = Pick<Input<typeof changeMembers>, "add" | "remove" | "memberships">;

/** Ordered by the time at which they joined the organization. */
export function listTeamMembers(call: Call, { row: team, member }: TeamAccess, paging: Paging) {
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `members of team ${team.id}`,
    read: (after, take) =>
      selectMembers(call.db, team.organization_id)
        .innerJoin("team_members", (join) =>
          join
            .onRef("team_members.user_id", "=", "members.user_id")
            .on("team_members.team_id", "=", team.id),
        )
        .select("team_members.role as team_role")
        .$call((query) => inOrder(query, ["members.joined_at", "members.user_id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.joined_at, row.user_id],
    show: (row) => ({
      organization: presentMember(row, call.base),
      team: { role: row.team_role },
      permissions: getPermissions(
        "team member",
        member,
        row.user_id === call.caller ? ["person themselves"] : [],
      ),
    }),
  });
}

/**
 * Adds members, changes their roles, and removes others. Removal takes precedence.
 * @throws ApiError 400 if an added user is not a member of the organization
 */
export async function changeTeam(db: Queries, team: TeamRow, changes: TeamChanges): Promise<void> {
  const { add = [], remove = [], memberships = {} } = changes;
  for (const idOrEmail of add) {
    await addToTeam(db, team, await requireNamedMember(db, team, "add", idOrEmail), undefined);
  }
  for (const [idOrEmail, { role }] of Object.entries(memberships)) {
    await addToTeam(db, team, await requireNamedMember(db, team, "memberships", idOrEmail), role);
  }
  for (const idOrEmail of remove) {
    const user = await findMember(db, team.organization_id, idOrEmail);
    if (user !== undefined) await removeFromTeam(db, team.id, user);
  }
}

/** @param role if undefined, an existing team member keeps their role, and a new one becomes a member */
export async function addToTeam(
  db: Queries,
  team: Pick<TeamRow, "id">,
  userId: string,
  role: TeamRole | undefined,
): Promise<void> {
  await db
    .insertInto("team_members")
    .values({ team_id: team.id, user_id: userId, role: role ?? "member" })
    .onConflict((conflict) => {
      const target = conflict.columns(["team_id", "user_id"]);
      return role === undefined ? target.doNothing() : target.doUpdateSet({ role });
    })
    .execute();
}

/** @returns whether the user was in the team */
export async function removeFromTeam(
  db: Queries,
  teamId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

async function requireNamedMember(
  db: Queries,
  team: TeamRow,
  field: string,
  idOrEmail: string,
): Promise<string> {
  const user = await findMember(db, team.organization_id, idOrEmail);
  if (user !== undefined) return user;
  throw new ApiError(
    400,
    `${field}: ${idOrEmail} is not a member of this organization. Invite them first.`,
    { field },
  );
}

/** @param idOrEmail an id, or an email address in any case */
async function findMember(
  db: Queries,
  organizationId: string,
  idOrEmail: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where((one) =>
      idOrEmail.includes("@")
        ? one(sql`lower(users.email)`, "=", idOrEmail.toLowerCase())
        : one("members.user_id", "=", idOrEmail),
    )
    .executeTakeFirst();
  return row?.user_id;
}
