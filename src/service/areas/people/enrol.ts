/** How people become members, whichever way they join. */
import type { Role } from "../../../contract/roles.ts";
import type { Call } from "../../core/handlers.ts";
import type { OrganizationTable } from "../../database/tables.ts";

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
