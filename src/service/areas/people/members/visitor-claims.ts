/** The short-lived token in the response to a ping, which identifies a visitor to sites. */
import { randomBytes } from "node:crypto";
import type { Call } from "../../../core/handlers.ts";
import { readFact, writeFact } from "../../../database/facts.ts";
import { signToken } from "../../../engines/jwt.ts";

/** Name of the fact that stores the encrypted signing key, which is unique to the installation. */
export const visitorKeyFact = "visitor-claims-key";

const seconds = 5 * 60;

type ClaimsCall = Pick<Call, "db" | "secretBox" | "caller" | "now" | "base">;

/** @returns a signed JWT that identifies the caller as a member of the organization */
export async function encodeVisitorClaims(
  call: ClaimsCall,
  organizationId: string,
): Promise<string> {
  const member = await call.db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.display_name", "users.email", "members.role"])
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "=", call.caller)
    .executeTakeFirstOrThrow();
  return signToken({
    claims: {
      iss: call.base,
      aud: organizationId,
      sub: call.caller,
      name: member.display_name,
      email: member.email,
      role: member.role ?? "guest",
    },
    from: call.now,
    seconds,
    secret: await loadKey(call),
  });
}

/** Creates the key on first use, and again if the stored one cannot be decrypted. */
async function loadKey({ db, secretBox }: ClaimsCall): Promise<Uint8Array> {
  const encrypted = await readFact(db, visitorKeyFact);
  const stored =
    encrypted &&
    (await secretBox.open(encrypted, visitorKeyFact).catch((): undefined => undefined));
  if (stored) return Buffer.from(stored, "base64url");
  const key = randomBytes(32);
  const secret = key.toString("base64url");
  await writeFact(db, visitorKeyFact, await secretBox.seal(secret, visitorKeyFact));
  return key;
}
