/**
 * Validation of SAML responses. Anyone can send one, and the time of canonicalization grows with the
 * square of its length: only short responses are validated in the main thread, within a time limit.
 */
import type { SamlResponseInput, SamlResult } from "./saml/saml-worker.ts";
import type { SamlSignIn } from "./saml/sign-in.ts";
import { SamlFault } from "./saml/xml.ts";
import type { RequestContextKey } from "./threads/caller.ts";
import { tryWithin } from "./threads/time-limit.ts";
import { takeTurn } from "./threads/turns.ts";
import { type PooledTask, PooledTaskError, runInPool } from "./threads/worker-pool.ts";

/** In characters of base64. A response with a few groups has half of this length. */
const longestHere = 24 * 1024;
/** In milliseconds; a usual response takes a tenth of it. */
const limitHere = 50;

const validate: PooledTask<SamlResponseInput, SamlResult> = {
  // In the bundled program, the worker script is beside the chunk that contains this module.
  script: new URL(
    import.meta.url.endsWith(".ts") ? "./saml/saml-worker.ts" : "./saml-worker.js",
    import.meta.url,
  ),
  name: "validateResponse",
  seconds: 10,
};

/**
 * @param asker its caller is the organization of the provider
 * @throws SamlFault as `readSignIn` does, and for a response that takes too much time or memory
 */
export async function readSignInSafely(
  input: SamlResponseInput,
  asker: RequestContextKey,
): Promise<SamlSignIn> {
  const result = (await validateHere(input, asker)) ?? (await validateInThread(input, asker));
  if ("signIn" in result) return result.signIn;
  throw new SamlFault(result.fault);
}

async function validateHere(
  input: SamlResponseInput,
  { caller }: RequestContextKey,
): Promise<SamlResult | undefined> {
  if (input.message.length > longestHere) return undefined;
  const { validateResponse } = await import("./saml/saml-worker.ts");
  await takeTurn(caller);
  return tryWithin(limitHere, () => validateResponse(input));
}

async function validateInThread(
  input: SamlResponseInput,
  asker: RequestContextKey,
): Promise<SamlResult> {
  try {
    return await runInPool(validate, input, asker);
  } catch (error) {
    if (!(error instanceof PooledTaskError)) throw error;
    return { fault: "it takes too long to validate" };
  }
}
