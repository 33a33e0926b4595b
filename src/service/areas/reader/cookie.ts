/**
 * Encrypted cookie with a visitor's credentials: a visitor token, a preview token or the key of a share
 * link. The credentials are checked again with each request, so that a revoked link or an expired token
 * grants no access.
 */
import type { Claims } from "../../engines/condition.ts";
import type { SecretBox } from "../../engines/secret-box.ts";

export interface VisitorSession {
  /** The visitor's JWT. */
  readonly token?: string;
  /** The key of a share link. */
  readonly key?: string;
  /** Unsigned claims from the URL. */
  readonly unsigned?: Claims;
  /** A preview token. */
  readonly preview?: string;
  /** The id of the change request in the preview; empty for none. */
  readonly changeRequest?: string;
}

const name = "tome-visitor";
const purpose = "visitors of published sites";
/** Maximum length of the cookie value, in characters. Browsers reject cookies over 4096 bytes. */
const maxLength = 3800;

/** @returns the pass in the Cookie header; empty if it cannot be decrypted */
export async function readPass(
  secretBox: SecretBox,
  header: string | undefined,
): Promise<VisitorSession> {
  const encrypted = (header ?? "")
    .split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (encrypted === undefined || encrypted.length > maxLength) return {};
  try {
    const { token, key, unsigned, preview, changeRequest } = JSON.parse(
      await secretBox.open(encrypted, purpose),
    );
    return {
      ...(typeof token === "string" && { token }),
      ...(typeof key === "string" && { key }),
      ...(typeof unsigned === "object" && unsigned !== null && { unsigned }),
      ...(typeof preview === "string" && { preview }),
      ...(typeof changeRequest === "string" && { changeRequest }),
    };
  } catch {
    return {};
  }
}

/**
 * @param path the URL path of the site on its host
 * @returns the Set-Cookie header; undefined if the pass is too long for a cookie
 */
export async function passHeader(
  secretBox: SecretBox,
  pass: VisitorSession,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): Promise<string | undefined> {
  const encrypted = await secretBox.seal(JSON.stringify(pass), purpose);
  if (encrypted.length > maxLength) return undefined;
  return `${name}=${encrypted}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
