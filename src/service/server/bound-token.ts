/**
 * Tokens that are good for one organization, as its identity provider alone vouches for the user: the
 * check before every handler. What is named by an id of its own, `membershipIn` and those beside it
 * refuse, as if the user was in no other organization.
 */
import type { Endpoint } from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import { notFound } from "../core/access.ts";
import type { Queries } from "../database/tables.ts";

/** They concern the user, and no organization of theirs. */
const ofUser: ReadonlySet<string> = new Set(["acceptInvitation", "declineInvitation"]);

/** @throws Problem 404 for another organization, 403 for what creates one */
export async function requireBound(
  db: Queries,
  boundTo: string,
  { operation, input: fields }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (operation === "createOrganization") {
    throw new Problem(
      403,
      "A token of single sign-on is good for one organization and creates no other; use a token of your own.",
    );
  }
  if (ofUser.has(operation)) return;
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    const isOrganization = field.kind === "id" && field.of === "org";
    if (!isOrganization || typeof value !== "string" || value === boundTo) continue;
    if (!(await isHostname(db, boundTo, value))) throw notFound("organization", value, name);
  }
}

/** Organizations may be named by their hostname, too. */
async function isHostname(db: Queries, organizationId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .where("hostname", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}
