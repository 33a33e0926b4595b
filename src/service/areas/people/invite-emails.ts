/** Inviting by email: whoever is invited is a member from then on, as the platform sends no mail. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { users } from "../../../contract/organization-invite.ts";
import type { Role } from "../../../contract/roles.ts";
import type { Call } from "../../core/handlers.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { enrol } from "./enrol.ts";

type Asked = Pick<Input<typeof users>, "emails" | "role" | "sso">;

/**
 * @param asked `emails` may repeat; the role of an entry, else that of the request, else the
 * default role of the organization is given
 */
export async function inviteByEmail(
  call: Call,
  organization: OrganizationTable,
  { emails, role = organization.default_role, sso = false }: Asked,
): Promise<Output<typeof users>> {
  const invited = new Map<string, Role | null>();
  for (const entry of emails) {
    const { email, role: own } = typeof entry === "string" ? { email: entry, role } : entry;
    invited.set(email.toLowerCase(), own);
  }
  const added: string[] = [];
  const failed: string[] = [];
  for (const [email, given] of invited) {
    const user = await userOf(call, email);
    if (await enrol(call, organization, { user, role: given, sso })) added.push(user);
    else if (sso && !(await usesSso(call, organization.id, user))) failed.push(email);
  }
  return {
    users: added,
    invited: added.length,
    failedSSOEmails: failed.length > 0 ? failed : undefined,
  };
}

/** The person with an address, who is made where nobody has it. */
async function userOf(call: Call, email: string): Promise<string> {
  const known = await call.db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", email)
    .executeTakeFirst();
  if (known) return known.id;
  const id = call.newId();
  await call.db
    .insertInto("users")
    .values({
      id,
      // Until he says what he is called.
      display_name: email.slice(0, email.indexOf("@")),
      email,
      photo_url: null,
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

async function usesSso(call: Call, organizationId: string, user: string): Promise<boolean> {
  const member = await call.db
    .selectFrom("members")
    .select("sso")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .executeTakeFirst();
  return member?.sso === 1;
}
