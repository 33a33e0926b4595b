/** Changing what members are, and removing them, while an organization keeps an admin. */
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { MemberRow } from "./member-rows.ts";

/** @throws Problem 409 where he is the last admin and would be none */
export async function changeRole(db: Queries, member: MemberRow, role: Role | null): Promise<void> {
  if (role !== "admin") await keepAnAdmin(db, member, "be demoted");
  await db
    .updateTable("members")
    .set({ role })
    .where("organization_id", "=", member.organization_id)
    .where("user_id", "=", member.user_id)
    .execute();
}

/**
 * Ends a membership, with his place in teams and what was granted to him. What he wrote stays, and
 * so does his name on it.
 * @throws Problem 409 where he is the last admin
 */
export async function removeMember(db: Queries, member: MemberRow): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = member;
  await keepAnAdmin(db, member, "leave");
  await db
    .deleteFrom("team_members")
    .where("user_id", "=", userId)
    .where("team_id", "in", (query) =>
      query.selectFrom("teams").select("id").where("organization_id", "=", organizationId),
    )
    .execute();
  await db
    .deleteFrom("grants")
    .where("holder_id", "=", userId)
    .where("organization_id", "=", organizationId)
    .execute();
  await db
    .deleteFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

async function keepAnAdmin(db: Queries, member: MemberRow, deed: string): Promise<void> {
  if (member.role !== "admin" || member.disabled === 1) return;
  // Two admins could otherwise demote each other at once: their rows are held until the commit.
  const admins = await db
    .updateTable("members")
    .set({ role: "admin" })
    .where("organization_id", "=", member.organization_id)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .returning("user_id")
    .execute();
  if (admins.some(({ user_id }) => user_id !== member.user_id)) return;
  throw new Problem(
    409,
    `${member.display_name} is the last admin and cannot ${deed}; give another member the role admin first.`,
    { field: "userId" },
  );
}
