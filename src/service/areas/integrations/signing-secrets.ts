/**
 * Signing secrets of an integration, of its installations, and of an installation on a space or site.
 * Scripts sign with them, and the platform verifies the visitors whom a script signs in.
 */
import { createHmac } from "node:crypto";
import { ensureStoredKey, readStoredKey, storedKeys } from "../../core/encryption-keys.ts";
import type { Call } from "../../core/handlers.ts";

type SecretOwner =
  | { readonly integration: string }
  | { readonly installation: string; readonly content?: string };

/** @returns a function that computes the secret of an owner */
export async function openSigningSecrets(
  call: Pick<Call, "db" | "secretBox" | "newId">,
): Promise<(owner: SecretOwner) => string> {
  const key = await ensureStoredKey(call, storedKeys.integrations);
  return (owner) => computeSecret(key, owner);
}

/** @returns undefined if no script has received a secret yet */
export async function findSigningSecret(
  call: Pick<Call, "db" | "secretBox">,
  owner: SecretOwner,
): Promise<string | undefined> {
  const key = await readStoredKey(call, storedKeys.integrations);
  return key && computeSecret(key, owner);
}

function computeSecret(key: Uint8Array, owner: SecretOwner): string {
  return createHmac("sha256", key).update(describeOwner(owner)).digest("base64url");
}

function describeOwner(owner: SecretOwner): string {
  if ("integration" in owner) return `integration ${owner.integration}`;
  const { installation, content } = owner;
  return content === undefined ? `installation ${installation}` : `${installation} on ${content}`;
}
