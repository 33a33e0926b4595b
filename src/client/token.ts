/** Format of a token, and the origins that it may be sent to. */
import { UsageError } from "../errors.ts";

/**
 * Rejects a token that is not a valid header value. The message never contains it: a runtime that
 * finds such a token only when sending quotes the whole header value in its error.
 * @throws UsageError
 */
export function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new UsageError(
    token === ""
      ? "The token is empty."
      : "The token contains a space, a line break, a control character or a non-ASCII character. It was not sent.",
    "tome auth login",
  );
}

/** Whether a URL has exactly the scheme, host and port that a token belongs to. */
export function isSameOrigin(url: URL, base: URL): boolean {
  return url.protocol === base.protocol && url.host === base.host;
}
