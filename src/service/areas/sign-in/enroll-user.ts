/** Enrollment of authenticated users as members of the identity provider's organization. */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { join as joinOperation } from "../../../contract/organization.ts";
import { ownsEmail } from "../../core/domains.ts";
import { getEmailDomain } from "../../core/email-domains.ts";
import { createId } from "../../core/ids.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { type ObservedChanges, watchChanges } from "../../database/change-watch.ts";
import type { Queries } from "../../database/tables.ts";
import { bookkeeping, prepareAudit, recordAudit } from "../audit/record.ts";
import { findInvitation } from "../people/invitations/invitation-rows.ts";
import { enroll, isFormerMember } from "../people/members/enroll.ts";
import type { SamlProviderTable } from "../people/tables.ts";

interface SignedInUser {
  readonly email: string;
  readonly displayName?: string | undefined;
}

/**
 * A provider can authenticate only email addresses in the verified domains of its organization.
 * Existing members stay unchanged. A new user joins if the organization allows members of the domain to
 * join or has invited them, with the provider's default team, and the stronger of its default role and
 * the role of the invitation. A user whom an admin removed joins only by an invitation.
 * @returns the id of the user; undefined if they may not join, or are disabled
 */
export async function enrollUser(
  db: Queries,
  provider: SamlProviderTable,
  person: SignedInUser,
  request: Pick<PublicRequest, "now" | "request">,
): Promise<string | undefined> {
  const { now } = request;
  const { organization_id: organizationId } = provider;
  if (!(await ownsEmail(db, organizationId, person.email))) return undefined;
  const existingUser = await db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", person.email)
    .executeTakeFirst();
  const member = existingUser && (await findMembership(db, organizationId, existingUser.id));
  if (member) {
    if (member.disabled === 1) return undefined;
    await setSso(db, organizationId, existingUser.id, now);
    return existingUser.id;
  }
  const isInvited =
    existingUser !== undefined &&
    (await findInvitation(db, organizationId, existingUser.id)) !== undefined;
  if (!isInvited && !(await mayJoin(db, organizationId, person.email))) return undefined;
  if (
    existingUser !== undefined &&
    !isInvited &&
    (await isFormerMember(db, organizationId, existingUser.id))
  ) {
    return undefined;
  }
  const user = existingUser?.id ?? (await createUser(db, person, now));
  await watchChanges(db, bookkeeping, async (changes) => {
    await join(db, provider, user, now);
    await recordJoin(db, changes, provider, user, request);
  });
  return user;
}

function findMembership(db: Queries, organizationId: string, user: string) {
  return db
    .selectFrom("members")
    .select("disabled")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .executeTakeFirst();
}

async function setSso(db: Queries, organizationId: string, user: string, now: Date) {
  await db
    .updateTable("members")
    .set({ sso: 1, last_seen_at: now.toISOString() })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", user)
    .execute();
}

async function mayJoin(db: Queries, organizationId: string, email: string): Promise<boolean> {
  const { email_domains } = await db
    .selectFrom("organizations")
    .select("email_domains")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const domains: string[] = JSON.parse(email_domains);
  const domain = getEmailDomain(email);
  return domain !== undefined && domains.includes(domain);
}

async function createUser(db: Queries, { email, displayName }: SignedInUser, now: Date) {
  const id = createId();
  await db
    .insertInto("users")
    .values({
      id,
      display_name: displayName ?? email.slice(0, email.indexOf("@")),
      email,
      photo_url: null,
      created_at: now.toISOString(),
    })
    .execute();
  return id;
}

async function join(db: Queries, provider: SamlProviderTable, user: string, now: Date) {
  const organization = { id: provider.organization_id, sso: 1 };
  await enroll({ db, now }, organization, { user, role: provider.default_role });
  await setSso(db, provider.organization_id, user, now);
  if (provider.default_team === null) return;
  await db
    .insertInto("team_members")
    .values({ team_id: provider.default_team, user_id: user, role: "member" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const longestUserAgent = 200;

/**
 * Records the audit event of a user who joins by signing in.
 * @param db the transaction in which the user joins
 * @param changes the changes made in the transaction
 */
async function recordJoin(
  db: Queries,
  changes: ObservedChanges,
  { organization_id: organizationId, label }: SamlProviderTable,
  user: string,
  { now, request }: Pick<PublicRequest, "now" | "request">,
): Promise<void> {
  const auditContext = await prepareAudit({ db, caller: user }, joinOperation, { organizationId });
  if (!auditContext) return;
  const origin = {
    requestId: randomUUID(),
    provider: label,
    address: request.from,
    userAgent: request.headers["user-agent"]?.slice(0, longestUserAgent),
  };
  await recordAudit({ db, caller: user, now, newId: createId }, auditContext, {
    answer: undefined,
    changes,
    origin,
  });
}
