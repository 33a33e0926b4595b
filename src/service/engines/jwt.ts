/** Signs short-lived tokens; the library for it is loaded by the first. */
import type { JWTPayload } from "jose";

export interface TokenToSign {
  readonly claims: JWTPayload;
  /** When it begins to be valid. */
  readonly from: Date;
  readonly seconds: number;
  /** At least 32 bytes. */
  readonly secret: Uint8Array;
}

/** @returns a compact JWT, signed with HS256 */
export async function signToken({ claims, from, seconds, secret }: TokenToSign): Promise<string> {
  const { SignJWT } = await import("jose");
  const issued = Math.floor(from.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(secret);
}
