/** Routes with which a program exchanges an authorization code for a token, and revokes the token. */
import { createHash } from "node:crypto";
import { ApiError } from "../../../errors.ts";
import { createEmptyResponse, createJsonResponse } from "../../core/deferred-response.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { toolPrefix } from "../../database/folder-token.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import { endSignIn, openSignIn } from "./sign-ins.ts";
import { useOnce } from "./single-use.ts";

interface LoginCode {
  readonly id: string;
  readonly user: string;
  readonly organization: string;
  readonly provider: string;
  readonly challenge: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

const purpose = "codes for programs";

export async function sealCode(secretBox: SecretBox, code: LoginCode): Promise<string> {
  return secretBox.seal(JSON.stringify(code), purpose);
}

/**
 * The code is sent as the bearer token, the PKCE verifier in the body.
 * @throws ApiError 401 if the code is invalid, expired or used, or was issued to another program
 */
export const exchangeCode: PublicHandler = async (request) => {
  const { db, now, secretBox } = request;
  const text = await secretBox.open(getBearer(request), purpose).catch((): undefined => undefined);
  // The text was encrypted by this platform.
  const code: LoginCode | undefined = text === undefined ? undefined : JSON.parse(text);
  const proof = createHash("sha256").update(findVerifier(request)).digest("base64url");
  if (!code || code.until <= now.getTime() || proof !== code.challenge) throw createRefusedError();
  const token = await inTransaction(db, async (transaction) => {
    const until = new Date(code.until);
    if (!(await useOnce(transaction, ["code", code.id], { until, now })))
      throw createRefusedError();
    const { user, organization, provider } = code;
    return openSignIn(transaction, { kind: "tool", user, organization, provider, now });
  });
  return createJsonResponse(200, { token });
};

/**
 * Revokes the token that authenticates the request.
 * @throws ApiError 401 if the token was not issued by a sign-in
 */
export const endToken: PublicHandler = async (request) => {
  const token = getBearer(request);
  if (!token.startsWith(toolPrefix)) {
    throw new ApiError(401, "The token was not issued by a sign-in and cannot be revoked here.");
  }
  await endSignIn(request.db, token);
  return createEmptyResponse(204);
};

function getBearer({ request }: PublicRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

function findVerifier({ request }: PublicRequest): string {
  try {
    const { verifier } = JSON.parse(request.body ?? "");
    return typeof verifier === "string" ? verifier : "";
  } catch {
    return "";
  }
}

function createRefusedError(): ApiError {
  return new ApiError(
    401,
    "The authorization code is invalid, expired or already used. Sign in again.",
    {
      hint: "tome auth login --web",
    },
  );
}
