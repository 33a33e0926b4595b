/** Signing and verification of JSON Web Tokens; the library is loaded with the first token. */
import type { JWTPayload } from "jose";

export interface TokenToSign {
  readonly claims: JWTPayload;
  /** The start of the validity. */
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

/** The reason why a token is refused. */
export type TokenFault =
  | "malformed"
  | "wrong-algorithm"
  | "wrong-signature"
  | "expired"
  | "not-yet";

/** Tolerance for clock differences with the server that signs. */
const tolerance = "5s";

/**
 * @param secret the HS256 secret; other algorithms and unsigned tokens are refused
 * @returns the claims, or the reason of the refusal
 */
export async function verifyToken(
  token: string,
  secret: Uint8Array,
  now: Date,
): Promise<{ readonly claims: JWTPayload } | { readonly fault: TokenFault }> {
  const { errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ["HS256"],
      currentDate: now,
      clockTolerance: tolerance,
    });
    return { claims: payload };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { fault: "expired" };
    if (error instanceof errors.JOSEAlgNotAllowed) return { fault: "wrong-algorithm" };
    if (error instanceof errors.JWSSignatureVerificationFailed) return { fault: "wrong-signature" };
    if (error instanceof errors.JWTClaimValidationFailed) {
      const isEarly = error.claim === "nbf" && error.reason === "check_failed";
      return { fault: isEarly ? "not-yet" : "malformed" };
    }
    if (error instanceof errors.JOSEError) return { fault: "malformed" };
    throw error;
  }
}
