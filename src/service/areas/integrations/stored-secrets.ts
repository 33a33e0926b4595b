/** Secrets of integrations, which are disclosed only to the integrations themselves. */
import type { Call } from "../../core/handlers.ts";

/**
 * Replaces all secrets; no response contains them. A version without secrets keeps the previous
 * ones, because its publisher cannot read them to send them again.
 */
export async function storeSecrets(
  { db, secretBox }: Call,
  integration: string,
  secrets: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  if (secrets === undefined) return;
  await db.deleteFrom("integration_secrets").where("integration", "=", integration).execute();
  for (const [name, secret] of Object.entries(secrets)) {
    const encrypted = await secretBox.seal(secret, getPurpose(integration, name));
    await db
      .insertInto("integration_secrets")
      .values({ integration, name, sealed: encrypted })
      .execute();
  }
}

/** Omits secrets that can no longer be decrypted because the key has changed. */
export async function readSecrets(
  { db, secretBox }: Pick<Call, "db" | "secretBox">,
  integration: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = await db
    .selectFrom("integration_secrets")
    .select(["name", "sealed"])
    .where("integration", "=", integration)
    .orderBy("name")
    .execute();
  const secrets: Record<string, string> = {};
  for (const { name, sealed } of rows) {
    const secret = await secretBox
      .open(sealed, getPurpose(integration, name))
      .catch((): undefined => undefined);
    if (secret !== undefined) secrets[name] = secret;
  }
  return secrets;
}

/** The encryption purpose of a secret, which is required to decrypt it. */
function getPurpose(integration: string, name: string): string {
  return `integration ${integration}/${name}`;
}
