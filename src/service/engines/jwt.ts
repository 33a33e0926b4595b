/** Signs short-lived tokens; the library is loaded for the first one. */
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
  const issuedAt = Math.floor(from.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(secret);
}
