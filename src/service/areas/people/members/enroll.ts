/** Enrollment of users as members of an organization. */
import type { Role } from "../../../../contract/roles.ts";
import { ApiError } from "../../../../errors.ts";
import { computeStrength } from "../../../core/access/grants.ts";
import type { Call } from "../../../core/handlers.ts";
import type { OrganizationTable } from "../../../database/tables.ts";
import { deleteInvitation, findInvitation } from "../invitations/invitation-rows.ts";

/**
 * An organization that enforces single sign-on accepts new members only from its identity provider,
 * not by invite link or email domain.
 * @throws ApiError 403 if the organization enforces single sign-on and the caller is not a member
 */
export async function refuseUnlessSignedIn(
  call: Call,
  organization: Pick<OrganizationTable, "id" | "sso">,
): Promise<void> {
  if (organization.sso === 0) return;
  const member = await call.db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization.id)
    .where("user_id", "=", call.caller)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  if (member) return;
  throw new ApiError(
    403,
    `The organization enforces single sign-on. To join, sign in at ${call.base}/_signin in a browser.`,
  );
}

interface NewMember {
  readonly user: string;
  readonly role: Role | null;
  readonly sso?: boolean;
}

/**
 * Makes a user a member, on their own request or when their account is created. If the organization
 * enforces single sign-on, it applies to the new member. A pending invitation is consumed; the stronger
 * of its role and `role` applies.
 * @returns whether they are a new member; an existing member stays unchanged, even if disabled
 */
export async function enroll(
  { db, now }: Pick<Call, "db" | "now">,
  organization: Pick<OrganizationTable, "id" | "sso">,
  { user, role, sso = false }: NewMember,
): Promise<boolean> {
  await forgetFormerMember(db, organization.id, user);
  const invitation = await findInvitation(db, organization.id, user);
  if (invitation) await deleteInvitation(db, organization.id, user);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("members")
    .values({
      organization_id: organization.id,
      user_id: user,
      role: pickStrongerRole(role, invitation?.role ?? null),
      disabled: 0,
      sso: Number(sso || invitation?.sso === 1 || organization.sso === 1),
      joined_at: now.toISOString(),
      last_seen_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function pickStrongerRole(one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return one ?? other;
  return computeStrength(one) >= computeStrength(other) ? one : other;
}

/** Whether the caller is a disabled member. Joining again does not enable them. */
export async function isDisabledMember(call: Call, organizationId: string): Promise<boolean> {
  const member = await call.db
    .selectFrom("members")
    .select("disabled")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", call.caller)
    .executeTakeFirst();
  return member?.disabled === 1;
}

/** Keeps a user whom an admin removed from joining again without an invitation. */
export async function recordFormerMember(
  { db, now }: Pick<Call, "db" | "now">,
  organizationId: string,
  user: string,
): Promise<void> {
  await forgetFormerMember(db, organizationId, user);
  await db
    .insertInto("former_members")
    .values({ organization_id: organizationId, user_id: user, removed_at: now.toISOString() })
    .execute();
}

async function forgetFormerMember(
  db: Call["db"],
  organizationId: string,
  user: string,
): Promise<void> {
  await db
    .deleteFrom("former_members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .execute();
}

/** Whether an admin removed the user from the organization. */
export async function isFormerMember(
  db: Call["db"],
  organizationId: string,
  user: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("former_members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .executeTakeFirst();
  return row !== undefined;
}
