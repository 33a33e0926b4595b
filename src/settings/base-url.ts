/** Normalization of a platform's base URL, so that URLs can be compared and extended. */
import { withoutFinalSlashes } from "../json/trim.ts";

/**
 * `https://host[:port][/prefix]`, without `/v1` and without a trailing slash. Undefined for
 * anything but a plain http or https URL: with a user name or password, a query, a fragment, spaces
 * or control characters.
 */
export function normalizeBaseUrl(text: string): string | undefined {
  // The URL parser would silently drop tabs and line breaks, and convert backslashes to slashes.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A user name or password ends with @, a query starts with ?, a fragment with #.
  if (/[@?#]/u.test(text)) return undefined;
  const prefix = withoutFinalSlashes(withoutFinalSlashes(url.pathname).replace(/\/v1$/u, ""));
  return url.origin + prefix;
}

/** The scheme, host and port that a token belongs to. */
export function getOrigin(address: string): string {
  return new URL(address).origin;
}

/** Whether others on the network can read requests to the URL. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;
  return protocol === "http:" && !loopback.test(hostname);
}
