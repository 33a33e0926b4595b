/** Makes whom an identity provider vouches for a member of its organization, if they may be one. */
import { sql } from "kysely";
import { domainOfEmail } from "../../core/email-domains.ts";
import { newId } from "../../core/ids.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { watchChanges } from "../../database/change-watch.ts";
import type { Queries } from "../../database/tables.ts";
import { bookkeeping } from "../audit/record.ts";
import type { SamlProviderTable } from "../people/tables.ts";
import { recordJoin } from "./record-join.ts";

interface Person {
  readonly email: string;
  readonly displayName?: string | undefined;
}

/**
 * Members sign in as they are. Somebody new joins if their address is of a domain of the organization,
 * with the provider's default role and team.
 * @returns the id of the user; absent for somebody who may not, or was disabled
 */
export async function enrolPerson(
  db: Queries,
  provider: SamlProviderTable,
  person: Person,
  request: Pick<PublicRequest, "now" | "request">,
): Promise<string | undefined> {
  const { now } = request;
  const known = await db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", person.email)
    .executeTakeFirst();
  const member = known && (await membership(db, provider.organization_id, known.id));
  if (member) {
    if (member.disabled === 1) return undefined;
    await setSso(db, provider.organization_id, known.id, now);
    return known.id;
  }
  if (!(await isOfDomain(db, provider.organization_id, person.email))) return undefined;
  const user = known?.id ?? (await createUser(db, person, now));
  await watchChanges(db, bookkeeping, async (changes) => {
    await join(db, provider, user, now);
    await recordJoin(db, changes, provider, user, request);
  });
  return user;
}

function membership(db: Queries, organizationId: string, user: string) {
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

async function isOfDomain(db: Queries, organizationId: string, email: string): Promise<boolean> {
  const { email_domains } = await db
    .selectFrom("organizations")
    .select("email_domains")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const domains: string[] = JSON.parse(email_domains);
  const domain = domainOfEmail(email);
  return domain !== undefined && domains.includes(domain);
}

async function createUser(db: Queries, { email, displayName }: Person, now: Date) {
  const id = newId();
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
  const at = now.toISOString();
  await db
    .insertInto("members")
    .values({
      organization_id: provider.organization_id,
      user_id: user,
      role: provider.default_role,
      disabled: 0,
      sso: 1,
      joined_at: at,
      last_seen_at: at,
    })
    .execute();
  if (provider.default_team === null) return;
  await db
    .insertInto("team_members")
    .values({ team_id: provider.default_team, user_id: user, role: "member" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
