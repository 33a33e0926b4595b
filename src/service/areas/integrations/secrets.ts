/** The secrets of an integration: written when it is published, and answered to nobody. */
import type { Call } from "../../core/handlers.ts";

/**
 * Replaces them all by those given. Without any, a new version keeps those it had: whoever publishes
 * it cannot read them to give them again.
 */
export async function keepSecrets(
  { db, secretBox }: Call,
  integration: string,
  secrets: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  if (secrets === undefined) return;
  await db.deleteFrom("integration_secrets").where("integration", "=", integration).execute();
  for (const [name, secret] of Object.entries(secrets)) {
    const sealed = await secretBox.seal(secret, placeOf(integration, name));
    await db.insertInto("integration_secrets").values({ integration, name, sealed }).execute();
  }
}

/** What a secret is sealed for. */
export function placeOf(integration: string, name: string): string {
  return `integration ${integration}/${name}`;
}
