/** First start of a platform: creates an organization and its owner. */
import { ownerFact } from "../core/access/operator.ts";
import { createOrganizationRow } from "../core/rows/organization-rows.ts";
import { readFact, writeFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction } from "../database/transaction.ts";

const organizationFact = "organization";

/** The ids of the owner and the first organization. */
export interface FirstIds {
  readonly owner: string;
  readonly organization: string;
}

/** Loads the ids, or creates the user and the organization in an empty database. */
export async function begin(
  db: Queries,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Promise<FirstIds> {
  const existing = await findFirstStart(db);
  if (existing) return existing;
  const ids = { owner: newId(), organization: newId() };
  const time = now.toISOString();
  return inTransaction(db, async (transaction) => {
    // If several processes start at once, only one of them creates the rows.
    const concurrent = await findFirstStart(transaction);
    if (concurrent) return concurrent;
    await transaction
      .insertInto("users")
      .values({
        id: ids.owner,
        display_name: "Owner",
        email: "owner@example.com",
        photo_url: null,
        created_at: time,
      })
      .execute();
    await transaction
      .insertInto("organizations")
      .values(createOrganizationRow(ids.organization, "My organization", [], time))
      .execute();
    await transaction
      .insertInto("members")
      .values({
        organization_id: ids.organization,
        user_id: ids.owner,
        role: "admin",
        disabled: 0,
        sso: 0,
        joined_at: time,
        last_seen_at: null,
      })
      .execute();
    await writeFact(transaction, ownerFact, ids.owner);
    await writeFact(transaction, organizationFact, ids.organization);
    return ids;
  });
}

/** @returns undefined for an empty database */
export async function findFirstStart(db: Queries): Promise<FirstIds | undefined> {
  const owner = await readFact(db, ownerFact);
  const organization = await readFact(db, organizationFact);
  return owner === undefined || organization === undefined ? undefined : { owner, organization };
}
