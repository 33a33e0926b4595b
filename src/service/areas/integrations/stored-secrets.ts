/** The secrets of integrations, which only the integrations themselves get to see. */
import type { Call } from "../../core/handlers.ts";

/**
 * Replaces all secrets by those given; no answer contains them. A version that is published without
 * secrets keeps the ones before, as its publisher cannot read them to send them again.
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

/** Without those that can no longer be decrypted, as the data has another key now. */
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

/** What a secret is encrypted for; it can be decrypted for nothing else. */
function getPurpose(integration: string, name: string): string {
  return `integration ${integration}/${name}`;
}
