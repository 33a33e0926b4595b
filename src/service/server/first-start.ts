/** What a platform begins with: an organization, and a person who owns it. */

import { newOrganization } from "../core/organization-rows.ts";
import { readFact, writeFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";

const ownerFact = "owner";
const organizationFact = "organization";

/** The ids of what the platform began with. */
export interface Beginning {
  readonly owner: string;
  readonly organization: string;
}

/** Reads what it began with, or makes it where the database is empty. */
export async function begin(
  db: Queries,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Promise<Beginning> {
  const known = await beginningOf(db);
  if (known) return known;
  const made = { owner: newId(), organization: newId() };
  const at = now.toISOString();
  return inTransaction(db, async (transaction) => {
    // Of several processes that start at once, one begins.
    const meanwhile = await beginningOf(transaction);
    if (meanwhile) return meanwhile;
    await transaction
      .insertInto("users")
      .values({
        id: made.owner,
        display_name: "Owner",
        email: "owner@example.com",
        photo_url: null,
        created_at: at,
      })
      .execute();
    await transaction
      .insertInto("organizations")
      .values(newOrganization(made.organization, "My organization", [], at))
      .execute();
    await transaction
      .insertInto("members")
      .values({
        organization_id: made.organization,
        user_id: made.owner,
        role: "admin",
        disabled: 0,
        sso: 0,
        joined_at: at,
        last_seen_at: null,
      })
      .execute();
    await writeFact(transaction, ownerFact, made.owner);
    await writeFact(transaction, organizationFact, made.organization);
    return made;
  });
}

/** @returns undefined on an empty database */
export async function beginningOf(db: Queries): Promise<Beginning | undefined> {
  const owner = await readFact(db, ownerFact);
  const organization = await readFact(db, organizationFact);
  return owner === undefined || organization === undefined ? undefined : { owner, organization };
}
