/** Keys that the platform generates and stores encrypted, one for each purpose. */
import { createHash } from "node:crypto";
import { readFact, writeFact } from "../database/facts.ts";
import type { Call } from "./handlers.ts";

/** The facts with these keys. They belong to the installation: others cannot decrypt them. */
export const storedKeys = {
  siteTokens: "site-token-key",
  integrations: "integration-signing-key",
} as const;

type StoredKey = (typeof storedKeys)[keyof typeof storedKeys];

/** @returns undefined if there is none yet, or it cannot be decrypted */
export async function readStoredKey(
  { db, secretBox }: Pick<Call, "db" | "secretBox">,
  fact: StoredKey,
): Promise<Uint8Array | undefined> {
  const encrypted = await readFact(db, fact);
  const key =
    encrypted && (await secretBox.open(encrypted, fact).catch((): undefined => undefined));
  return key ? Buffer.from(key, "base64url") : undefined;
}

/** Created when it is first needed, and again if the stored one cannot be decrypted. */
export async function ensureStoredKey(
  call: Pick<Call, "db" | "secretBox" | "newId">,
  fact: StoredKey,
): Promise<Uint8Array> {
  const storedKey = await readStoredKey(call, fact);
  if (storedKey) return storedKey;
  // Derived from ids, which are repeatable on a platform with a seed.
  const key = createHash("sha256").update(`${call.newId()} ${call.newId()}`).digest();
  await writeFact(call.db, fact, await call.secretBox.seal(key.toString("base64url"), fact));
  return (await readStoredKey(call, fact)) ?? key;
}
