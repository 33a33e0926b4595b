/** The token of a ping: it tells docs sites who a visitor is, for a few minutes. */
import { randomBytes } from "node:crypto";
import type { Call } from "../../core/handlers.ts";
import { readFact, writeFact } from "../../database/facts.ts";
import { signToken } from "../../engines/jwt.ts";

/** The fact that holds the key that signs, sealed; it is this installation's alone. */
export const visitorKeyFact = "visitor-claims-key";

const seconds = 5 * 60;

type Asking = Pick<Call, "db" | "secretBox" | "caller" | "now" | "base">;

/** @returns a signed JWT with who the caller is in the organization */
export async function visitorClaims(call: Asking, organizationId: string): Promise<string> {
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
    secret: await keyOf(call),
  });
}

/** Made when it is first needed, and anew where the old one can no longer be opened. */
async function keyOf({ db, secretBox }: Asking): Promise<Uint8Array> {
  const sealed = await readFact(db, visitorKeyFact);
  const known =
    sealed && (await secretBox.open(sealed, visitorKeyFact).catch((): undefined => undefined));
  if (known) return Buffer.from(known, "base64url");
  const made = randomBytes(32);
  const secret = made.toString("base64url");
  await writeFact(db, visitorKeyFact, await secretBox.seal(secret, visitorKeyFact));
  return made;
}
