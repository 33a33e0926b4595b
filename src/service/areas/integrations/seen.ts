/** Which integrations someone may see, and what he may do with one. */
import type { Role } from "../../../contract/roles.ts";
import type { Problem } from "../../../errors.ts";
import { authorize, type Membership, membershipIn, notFound } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { IntegrationTable } from "./tables.ts";

export interface SeenIntegration {
  readonly row: IntegrationTable;
  /** The caller's place in the organization that published it; absent for a stranger. */
  readonly membership: Membership | undefined;
}

/**
 * A public or unlisted integration is seen by everyone who knows its name; a private one by the
 * members of the organization that published it, and where it is installed from earlier days.
 * @throws Problem 404 for an unknown name, and for one that is none of the caller's business
 */
export async function requireIntegration(call: Call, name: string): Promise<SeenIntegration> {
  const seen = await findIntegration(call, name);
  if (!seen) throw noIntegration(name);
  return seen;
}

/** The same, absent where he may not see it. */
export async function findIntegration(
  call: Call,
  name: string,
): Promise<SeenIntegration | undefined> {
  const row = await call.db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) return undefined;
  const membership = await membershipIn(call, row.organization_id);
  const open = row.visibility !== "private" || (membership?.role ?? null) !== null;
  return open || (await isInstalledByAdmin(call, name)) ? { row, membership } : undefined;
}

export function noIntegration(name: string): Problem {
  return notFound("integration", name, "integrationName");
}

/** @throws Problem 403 for all but the admins of the organization that published it */
export function demandOwner({ membership }: SeenIntegration, deed: string): void {
  authorize(ownerRole(membership), "admin", deed, "in the organization that published it");
}

export function ownerRole(membership: Membership | undefined): Role | null {
  return membership?.role ?? null;
}

/** The ids of the organizations that the caller administers: their installations are his to see. */
export function administered({ db, caller }: Pick<Call, "db" | "caller">) {
  return db
    .selectFrom("members")
    .select("members.organization_id")
    .where("members.user_id", "=", caller)
    .where("members.role", "=", "admin")
    .where("members.disabled", "=", 0);
}

async function isInstalledByAdmin(call: Call, name: string): Promise<boolean> {
  const found = await call.db
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", name)
    .where("organization_id", "in", administered(call))
    .executeTakeFirst();
  return found !== undefined;
}
