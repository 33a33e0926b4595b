/** Sandbox users: members with a certain role, for testing its permissions. */
import type { Role } from "../../../contract/roles.ts";
import type { Queries } from "../../database/tables.ts";

interface SandboxOptions {
  readonly organization: string;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * Finds the first active member with the role, or creates one named "Rehearsal <role>".
 * @returns the user's id
 */
export async function findOrCreateSandboxUser(
  db: Queries,
  requestedRole: Role | "guest",
  { organization, now, newId }: SandboxOptions,
): Promise<string> {
  const role = requestedRole === "guest" ? null : requestedRole;
  const member = await db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization)
    .where("role", role === null ? "is" : "=", role)
    .where("disabled", "=", 0)
    .orderBy("joined_at")
    .orderBy("user_id")
    .executeTakeFirst();
  if (member) return member.user_id;
  const id = newId();
  const time = now.toISOString();
  await db
    .insertInto("users")
    .values({
      id,
      display_name: `Rehearsal ${requestedRole}`,
      email: `rehearsal-${requestedRole}-${id.toLowerCase()}@example.com`,
      photo_url: null,
      created_at: time,
    })
    .execute();
  await db
    .insertInto("members")
    .values({
      organization_id: organization,
      user_id: id,
      role,
      disabled: 0,
      sso: 0,
      joined_at: time,
      last_seen_at: null,
    })
    .execute();
  return id;
}
