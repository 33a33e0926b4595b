/** Changes to members. An organization always keeps at least one enabled admin. */
import type { Role } from "../../../../contract/roles.ts";
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";
import type { MemberRow } from "./member-rows.ts";

/** @throws ApiError 409 if the last admin would lose that role */
export async function changeRole(db: Queries, member: MemberRow, role: Role | null): Promise<void> {
  if (role !== "admin") await requireAnotherAdmin(db, member, "be demoted");
  await db
    .updateTable("members")
    .set({ role })
    .where("organization_id", "=", member.organization_id)
    .where("user_id", "=", member.user_id)
    .execute();
}

/**
 * A disabled member keeps their role, teams and grants, but has no access until they are enabled.
 * @throws ApiError 409 for the last admin
 */
export async function setDisabled(
  db: Queries,
  member: MemberRow,
  disabled: boolean,
): Promise<void> {
  if (disabled) await requireAnotherAdmin(db, member, "be disabled");
  await db
    .updateTable("members")
    .set({ disabled: Number(disabled) })
    .where("organization_id", "=", member.organization_id)
    .where("user_id", "=", member.user_id)
    .execute();
}

/**
 * Ends a membership and deletes the member's team memberships and grants. Their content keeps its
 * author.
 * @throws ApiError 409 for the last admin
 */
export async function removeMember(db: Queries, member: MemberRow): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = member;
  await requireAnotherAdmin(db, member, "leave");
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

async function requireAnotherAdmin(db: Queries, member: MemberRow, action: string): Promise<void> {
  if (member.role !== "admin" || member.disabled === 1) return;
  // Locks the rows of all admins until the commit. Otherwise two admins could demote each other concurrently.
  const admins = await db
    .updateTable("members")
    .set({ role: "admin" })
    .where("organization_id", "=", member.organization_id)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .returning("user_id")
    .execute();
  if (admins.some(({ user_id }) => user_id !== member.user_id)) return;
  throw new ApiError(
    409,
    `${member.display_name} is the only admin and cannot ${action}. Make another member an admin first.`,
    { field: "userId" },
  );
}
