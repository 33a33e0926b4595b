/** Handlers for invites by link and by email. The handler that deletes them is in organization.ts. */
import { sql } from "kysely";
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/organization-invite.ts";
import type { users } from "../../../../contract/organization-invite.ts";
import type { Role } from "../../../../contract/roles.ts";
import type { RuleOperation } from "../../../../contract/rules.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, requireMembership } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import type { OrganizationTable } from "../../../database/tables.ts";
import { enroll } from "../members/enroll.ts";
import { storeInvitation } from "./invitation-rows.ts";
import {
  acceptInvite,
  createInvite,
  listInvites,
  showInvite,
  updateInvite,
} from "./invite-links.ts";

export const handlers = {
  async list({ organizationId, ...options }, call) {
    await asAllowed(call, organizationId, "listOrganizationInviteLinks");
    return listInvites(call, organizationId, options);
  },

  async create({ organizationId, ...invite }, call) {
    const organization = await asAllowed(call, organizationId, "createOrganizationInvite");
    if (organization.invite_links === 0) {
      throw new ApiError(412, "Invite links are disabled in this organization. Enable them first.");
    }
    return createInvite(call, organizationId, invite);
  },

  async get({ organizationId, inviteId }, call) {
    await asAllowed(call, organizationId, "getOrganizationInviteLink");
    return showInvite(call, organizationId, inviteId);
  },

  async update({ organizationId, inviteId, ...changes }, call) {
    await asAllowed(call, organizationId, "updateOrganizationInviteById");
    return updateInvite(call, organizationId, inviteId, changes);
  },

  async users({ organizationId, ...options }, call) {
    const organization = await asAllowed(call, organizationId, "inviteUsersToOrganization");
    return inviteByEmail(call, organization, options);
  },

  async accept({ organizationId, inviteId }, call) {
    await acceptInvite(call, organizationId, inviteId);
    return {};
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 404 if the caller is not a member, 403 if their role does not allow the operation */
async function asAllowed(
  call: Call,
  organizationId: string,
  rule: RuleOperation,
): Promise<OrganizationTable> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, rule);
  return call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}

type EmailInvites = Pick<Input<typeof users>, "emails" | "role" | "sso">;

/**
 * A new email address gets an account and becomes a member immediately, because the platform sends no
 * mail. An existing user gets a pending invitation. The role is that of the entry, or else of the
 * request, or else the default role of the organization.
 */
async function inviteByEmail(
  call: Call,
  organization: OrganizationTable,
  { emails, role = organization.default_role, sso = false }: EmailInvites,
): Promise<Output<typeof users>> {
  const rolesByEmail = new Map<string, Role | null>();
  for (const entry of emails) {
    const { email, role: entryRole } = typeof entry === "string" ? { email: entry, role } : entry;
    rolesByEmail.set(email.toLowerCase(), entryRole);
  }
  const added: string[] = [];
  const pending: string[] = [];
  const failed: string[] = [];
  for (const [email, entryRole] of rolesByEmail) {
    const userId = await findUserByEmail(call, email);
    if (userId === undefined) {
      const user = await createUser(call, email);
      await enroll(call, organization, { user, role: entryRole, sso });
      added.push(user);
      continue;
    }
    const member = await findMember(call, organization.id, userId);
    if (member && sso && member.sso === 0) failed.push(email);
    if (member) continue;
    await storeInvitation(call.db, {
      organization_id: organization.id,
      user_id: userId,
      role: entryRole,
      sso: Number(sso),
      invited_by: call.caller,
      created_at: call.now.toISOString(),
    });
    pending.push(email);
  }
  return {
    users: added,
    invited: added.length + pending.length,
    pending: pending.length > 0 ? pending : undefined,
    failedSSOEmails: failed.length > 0 ? failed : undefined,
  };
}

/** @param email in lower case */
async function findUserByEmail({ db }: Call, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", email)
    .executeTakeFirst();
  return user?.id;
}

async function createUser(call: Call, email: string): Promise<string> {
  const id = call.newId();
  await call.db
    .insertInto("users")
    .values({
      id,
      // Initial value, until the user sets a name.
      display_name: email.slice(0, email.indexOf("@")),
      email,
      photo_url: null,
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

function findMember({ db }: Call, organizationId: string, user: string) {
  return db
    .selectFrom("members")
    .select("sso")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .executeTakeFirst();
}
