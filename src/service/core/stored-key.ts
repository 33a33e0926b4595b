/** Keys that the platform makes for itself and keeps encrypted, one for each purpose. */
import { createHash } from "node:crypto";
import { readFact, writeFact } from "../database/facts.ts";
import type { Call } from "./handlers.ts";

/** The facts with these keys. They stay with the installation: no other one can decrypt them. */
export const storedKeys = {
  siteTokens: "site-token-key",
  integrations: "integration-signing-key",
} as const;

type StoredKey = (typeof storedKeys)[keyof typeof storedKeys];

/** @returns absent if there is none yet, or the stored one can no longer be decrypted */
export async function readStoredKey(
  { db, secretBox }: Pick<Call, "db" | "secretBox">,
  fact: StoredKey,
): Promise<Uint8Array | undefined> {
  const encrypted = await readFact(db, fact);
  const key =
    encrypted && (await secretBox.open(encrypted, fact).catch((): undefined => undefined));
  return key ? Buffer.from(key, "base64url") : undefined;
}

/** Made when it is first needed, and again if the stored one can no longer be decrypted. */
export async function ensureStoredKey(
  call: Pick<Call, "db" | "secretBox" | "newId">,
  fact: StoredKey,
): Promise<Uint8Array> {
  const known = await readStoredKey(call, fact);
  if (known) return known;
  // Out of ids, which repeat on a platform that is told to.
  const key = createHash("sha256").update(`${call.newId()} ${call.newId()}`).digest();
  await writeFact(call.db, fact, await call.secretBox.seal(key.toString("base64url"), fact));
  return (await readStoredKey(call, fact)) ?? key;
}
