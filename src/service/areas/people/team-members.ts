/** Who is in a team, and with what role. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type { changeMembers } from "../../../contract/team.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { presentMember, selectMembers } from "./member-rows.ts";
import type { TeamMemberTable } from "./tables.ts";
import type { TeamRow } from "./team-rows.ts";

type TeamRole = TeamMemberTable["role"];
type Changes = Pick<Input<typeof changeMembers>, "add" | "remove" | "memberships">;

interface Asked {
  readonly page?: string;
  readonly limit?: number;
}

/** In the order in which they joined the organization. */
export function membersOfTeam(call: Call, team: TeamRow, asked: Asked) {
  return pageOf({
    ...asked,
    list: `members of team ${team.id}`,
    read: (after, take) =>
      selectMembers(call.db, team.organization_id)
        .innerJoin("team_members", (join) =>
          join
            .onRef("team_members.user_id", "=", "members.user_id")
            .on("team_members.team_id", "=", team.id),
        )
        .select("team_members.role as team_role")
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(members.joined_at, members.user_id) > (${sql.join(after ?? [])})`,
          ),
        )
        .orderBy("members.joined_at")
        .orderBy("members.user_id")
        .limit(take)
        .execute(),
    key: (row) => [row.joined_at, row.user_id],
    show: (row) => ({
      organization: presentMember(row, call.base),
      team: { role: row.team_role },
      // Whoever may list them may look at each of them.
      permissions: { view: true },
    }),
  });
}

/**
 * Puts people in, gives them roles, and takes others out; who is named for both is taken out.
 * @throws Problem 400 for someone who is not a member of the organization
 */
export async function changeTeam(db: Queries, team: TeamRow, changes: Changes): Promise<void> {
  const { add = [], remove = [], memberships = {} } = changes;
  for (const named of add) {
    await joinTeam(db, team, await memberNamed(db, team, "add", named), undefined);
  }
  for (const [named, { role }] of Object.entries(memberships)) {
    await joinTeam(db, team, await memberNamed(db, team, "memberships", named), role);
  }
  for (const named of remove) {
    const user = await findMember(db, team.organization_id, named);
    if (user !== undefined) await leaveTeam(db, team.id, user);
  }
}

/** @param role absent keeps the one he has; a new member of the team is no owner then */
export async function joinTeam(
  db: Queries,
  team: Pick<TeamRow, "id">,
  userId: string,
  role: TeamRole | undefined,
): Promise<void> {
  await db
    .insertInto("team_members")
    .values({ team_id: team.id, user_id: userId, role: role ?? "member" })
    .onConflict((conflict) => {
      const known = conflict.columns(["team_id", "user_id"]);
      return role === undefined ? known.doNothing() : known.doUpdateSet({ role });
    })
    .execute();
}

/** @returns whether he was in it */
export async function leaveTeam(db: Queries, teamId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

async function memberNamed(
  db: Queries,
  team: TeamRow,
  field: string,
  named: string,
): Promise<string> {
  const user = await findMember(db, team.organization_id, named);
  if (user !== undefined) return user;
  throw new Problem(
    400,
    `${field} names ${named}, who is not a member of the organization; invite them first.`,
    { field },
  );
}

/** @param named an id, or an email in any case */
async function findMember(
  db: Queries,
  organizationId: string,
  named: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where((one) =>
      named.includes("@")
        ? one(sql`lower(users.email)`, "=", named.toLowerCase())
        : one("members.user_id", "=", named),
    )
    .executeTakeFirst();
  return row?.user_id;
}
