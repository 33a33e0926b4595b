/**
 * What lets a visitor in stays in a cookie, so that the next page opens too: the token or the key of a
 * share link, encrypted. It is checked again with each request, and opens no more than it would in the
 * address: a link that was revoked and a token that has expired open nothing.
 */
import type { Claims } from "../../engines/condition.ts";
import type { SecretBox } from "../../engines/secret-box.ts";

export interface Pass {
  /** A JWT of a visitor. */
  readonly token?: string;
  /** The key of a share link. */
  readonly key?: string;
  /** What an address said about the visitor. */
  readonly unsigned?: Claims;
  /** The token of somebody who looks at the site before others do. */
  readonly preview?: string;
  /** The id of the change request that they look at there; empty for none. */
  readonly changeRequest?: string;
}

const name = "tome-visitor";
const purpose = "visitors of published sites";
/** Browsers keep no longer cookies. */
const longest = 3800;

/** @returns what the request's cookie says; nothing for one that this platform has not made */
export async function readPass(secretBox: SecretBox, header: string | undefined): Promise<Pass> {
  const encrypted = (header ?? "")
    .split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (encrypted === undefined || encrypted.length > longest) return {};
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
 * @param path the part of the host that is the site's
 * @returns the header; undefined for a pass that no cookie can hold
 */
export async function passHeader(
  secretBox: SecretBox,
  pass: Pass,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): Promise<string | undefined> {
  const encrypted = await secretBox.seal(JSON.stringify(pass), purpose);
  if (encrypted.length > longest) return undefined;
  return `${name}=${encrypted}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
