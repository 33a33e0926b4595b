/** Single sign-on that is enforced needs a provider that works: nobody could sign in otherwise. */
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import { isActive } from "./saml-rows.ts";
import type { SamlProviderTable } from "./tables.ts";

/**
 * Checks a change that may leave no active provider.
 * @param after the provider as it will be; absent where it goes
 * @throws Problem 409 where the organization enforces single sign-on and this is its last way in
 */
export async function keepALogin(
  db: Queries,
  before: SamlProviderTable,
  after: SamlProviderTable | undefined,
): Promise<void> {
  if (!isActive(before) || (after && isActive(after))) return;
  const { sso } = await db
    .selectFrom("organizations")
    .select("sso")
    .where("id", "=", before.organization_id)
    .executeTakeFirstOrThrow();
  if (sso === 0) return;
  const others = await db
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", before.organization_id)
    .where("id", "<>", before.id)
    .execute();
  if (others.some(isActive)) return;
  throw new Problem(
    409,
    `The organization enforces single sign-on, and ${before.label} is its only active provider; stop enforcing it first.`,
  );
}
