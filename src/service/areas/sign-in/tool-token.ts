/** Gives a program the token that somebody has allowed in their browser, and takes it back. */
import { createHash } from "node:crypto";
import { Problem } from "../../../errors.ts";
import { empty, json } from "../../core/answers.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { toolPrefix } from "../../database/folder-token.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import { endSignIn, openSignIn } from "./sign-ins.ts";
import { useOnce } from "./use-once.ts";

interface Code {
  readonly id: string;
  readonly user: string;
  readonly organization: string;
  readonly provider: string;
  readonly challenge: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

const purpose = "codes for programs";

export async function sealCode(secretBox: SecretBox, code: Code): Promise<string> {
  return secretBox.seal(JSON.stringify(code), purpose);
}

/**
 * The code comes as the bearer, what proves who asked for it in the body.
 * @throws Problem 401 for a code that is wrong, old or used, or that another program has asked for
 */
export const exchangeCode: PublicHandler = async (request) => {
  const { db, now, secretBox } = request;
  const text = await secretBox.open(getBearer(request), purpose).catch((): undefined => undefined);
  // Encrypted by this platform.
  const code: Code | undefined = text === undefined ? undefined : JSON.parse(text);
  const proof = createHash("sha256").update(verifierIn(request)).digest("base64url");
  if (!code || code.until <= now.getTime() || proof !== code.challenge) throw refused();
  const token = await inTransaction(db, async (transaction) => {
    const until = new Date(code.until);
    if (!(await useOnce(transaction, ["code", code.id], { until, now }))) throw refused();
    const { user, organization, provider } = code;
    return openSignIn(transaction, { kind: "tool", user, organization, provider, now });
  });
  return json(200, { token });
};

/**
 * Ends the token that the request is made with.
 * @throws Problem 401 for a token that no sign-in has brought: its owner ends it otherwise
 */
export const endToken: PublicHandler = async (request) => {
  const token = getBearer(request);
  if (!token.startsWith(toolPrefix)) {
    throw new Problem(401, "Only tokens that a sign-in has brought end here.");
  }
  await endSignIn(request.db, token);
  return empty(204);
};

function getBearer({ request }: PublicRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

function verifierIn({ request }: PublicRequest): string {
  try {
    const { verifier } = JSON.parse(request.body ?? "");
    return typeof verifier === "string" ? verifier : "";
  } catch {
    return "";
  }
}

function refused(): Problem {
  return new Problem(401, "The code is wrong, too old or used; sign in again.", {
    hint: "tome auth login --web",
  });
}
