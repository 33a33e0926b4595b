/** Normalizes the base address of a platform, so that addresses can be compared and extended. */
import { withoutFinalSlashes } from "../json/trimming.ts";

/**
 * `https://host[:port][/prefix]`, without `/v1` and without a slash at the end.
 * Undefined for anything that is not a plain http or https address: with a user name or password,
 * a query, a fragment, spaces or control characters.
 */
export function normalAddress(text: string): string | undefined {
  // The URL parser would silently drop tabs and line breaks, and turn backslashes into slashes.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A user name or password ends with @, a query begins with ?, a fragment with #.
  if (/[@?#]/u.test(text)) return undefined;
  const prefix = withoutFinalSlashes(withoutFinalSlashes(url.pathname).replace(/\/v1$/u, ""));
  return url.origin + prefix;
}

/** The scheme, host and port that a token belongs to. */
export function getOrigin(address: string): string {
  return new URL(address).origin;
}

/** Whether what is sent to the address can be read by others on the way. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;
  return protocol === "http:" && !loopback.test(hostname);
}
