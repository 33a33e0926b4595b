/**
 * Check of tokens that are limited to one organization, because only its identity provider vouches
 * for the user. It runs before every handler. For resources with their own ids, `findMembership`
 * and related functions apply the limit.
 */
import type { Endpoint } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Queries } from "../../database/tables.ts";

/** Operations on invitations of the user, which check the limit themselves. */
const ofUser: ReadonlySet<string> = new Set(["acceptInvitation", "declineInvitation"]);

/** @throws ApiError 404 for another organization, 403 for operations that create one */
export async function requireBound(
  db: Queries,
  boundTo: string,
  { operation, input: fields }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (operation === "createOrganization") {
    throw new ApiError(
      403,
      "A single sign-on token is limited to one organization and cannot create another. Use a user token.",
    );
  }
  if (ofUser.has(operation)) return;
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    const isOrganization = field.kind === "id" && field.of === "org";
    if (!isOrganization || typeof value !== "string" || value === boundTo) continue;
    if (!(await isHostname(db, boundTo, value)))
      throw createNotFoundError("organization", value, name);
  }
}

/** An organization can also be referenced by its hostname. */
async function isHostname(db: Queries, organizationId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .where("hostname", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}
