/** How people become members, whichever way they join. */
import type { Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import type { OrganizationTable } from "../../database/tables.ts";

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

/**
 * Makes someone a member. If the organization enforces single sign-on, new members sign in by it.
 * @returns whether they are new; a member stays as they are, also if disabled
 */
export async function enrol(
  call: Call,
  organization: Pick<OrganizationTable, "id" | "sso">,
  person: { readonly user: string; readonly role: Role | null; readonly sso?: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await call.db
    .insertInto("members")
    .values({
      organization_id: organization.id,
      user_id: person.user,
      role: person.role,
      disabled: 0,
      sso: Number(person.sso === true || organization.sso === 1),
      joined_at: call.now.toISOString(),
      last_seen_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
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
