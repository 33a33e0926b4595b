/** How people become members, whichever way they join. */
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { computeStrength } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { deleteInvitation, findInvitation } from "./invitation-rows.ts";

/**
 * @throws Problem 403 for somebody new where single sign-on is enforced: they join by signing in, with
 * the identity provider's word for who they are, and by no link and no domain
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
  throw new Problem(
    403,
    `The organization enforces single sign-on, so that people join by signing in; do so in a browser, at ${call.base}/_signin.`,
  );
}

interface NewMember {
  readonly user: string;
  readonly role: Role | null;
  readonly sso?: boolean;
}

/**
 * Makes someone a member, who acts to become one or has no account yet. If the organization enforces
 * single sign-on, new members sign in by it. An invitation that waits is used up, and its role counts
 * if it is the stronger one.
 * @returns whether they are new; a member stays as they are, also if disabled
 */
export async function enrol(
  { db, now }: Pick<Call, "db" | "now">,
  organization: Pick<OrganizationTable, "id" | "sso">,
  { user, role, sso = false }: NewMember,
): Promise<boolean> {
  const invitation = await findInvitation(db, organization.id, user);
  if (invitation) await deleteInvitation(db, organization.id, user);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("members")
    .values({
      organization_id: organization.id,
      user_id: user,
      role: strongerRole(role, invitation?.role ?? null),
      disabled: 0,
      sso: Number(sso || invitation?.sso === 1 || organization.sso === 1),
      joined_at: now.toISOString(),
      last_seen_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function strongerRole(one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return one ?? other;
  return computeStrength(one) >= computeStrength(other) ? one : other;
}

/** Whether the caller is a member who was disabled: joining again does not enable them. */
export async function isDisabledMember(call: Call, organizationId: string): Promise<boolean> {
  const member = await call.db
    .selectFrom("members")
    .select("disabled")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", call.caller)
    .executeTakeFirst();
  return member?.disabled === 1;
}
