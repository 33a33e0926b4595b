/** The token that a ping answers: for a few minutes, it tells docs sites who a visitor is. */
import { randomBytes } from "node:crypto";
import type { Call } from "../../core/handlers.ts";
import { readFact, writeFact } from "../../database/facts.ts";
import { signToken } from "../../engines/jwt.ts";

/** The fact that contains the signing key, encrypted; no other installation has it. */
export const visitorKeyFact = "visitor-claims-key";

const seconds = 5 * 60;

type ClaimsCall = Pick<Call, "db" | "secretBox" | "caller" | "now" | "base">;

/** @returns a signed JWT that says who the caller is in the organization */
export async function visitorClaims(call: ClaimsCall, organizationId: string): Promise<string> {
  const person = await call.db
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
      name: person.display_name,
      email: person.email,
      role: person.role ?? "guest",
    },
    from: call.now,
    seconds,
    secret: await loadKey(call),
  });
}

/** Created when it is first needed, and again if the stored one can no longer be decrypted. */
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
