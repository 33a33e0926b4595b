/** What a token may look like, and where it may go. */
import { UsageError } from "../errors.ts";

/**
 * Refuses a token that could not travel in a header. The message never shows it: a runtime that
 * meets such a token only when sending quotes the whole header value in its error.
 * @throws UsageError
 */
export function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new UsageError(
    token === ""
      ? "The token is empty."
      : "The token holds a space, a line break, a control or a non-ASCII character, which no token has; it was not sent and is not shown here.",
    "tome auth login",
  );
}

/** Whether a URL has exactly the scheme, host and port of the address that a token belongs to. */
export function isSameOrigin(url: URL, base: URL): boolean {
  return url.protocol === base.protocol && url.host === base.host;
}
