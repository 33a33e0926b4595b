/** Where a redirect may lead: a read, to the same origin, a few times. */
import { Problem } from "../errors.ts";
import { bare } from "./address.ts";
import type { Prepared } from "./request.ts";
import type { WholeAnswer } from "./response.ts";
import { findRequestId } from "./response.ts";
import { isReading } from "./retry.ts";
import { isSameOrigin } from "./token.ts";

/** The statuses that send a request on. */
export const redirects = new Set([301, 302, 303, 307, 308]);
/** One after another. */
export const mostRedirects = 5;

/**
 * The address that an answer sends a request to, or undefined if it is no redirect.
 * @param hops how many redirects were followed before this one
 * @throws Problem if the redirect is one that is not followed
 */
export function findRedirect(
  request: Pick<Prepared, "method" | "check">,
  answer: WholeAnswer,
  hops: number,
): URL | undefined {
  if (!redirects.has(answer.status)) return undefined;
  const location = answer.headers.location ?? "";
  const target = URL.canParse(location, answer.url.href)
    ? new URL(location, answer.url)
    : undefined;
  const refuse = (rule: string, hint?: string) =>
    new Problem(
      answer.status,
      `The server sends the request on to ${target ? bare(target) : "no address"}; ${rule}.`,
      { requestId: findRequestId(answer.headers), hint },
    );
  if (!isReading(request))
    throw refuse(
      "a request that writes is not sent again, as it may have been carried out",
      `tome api GET ${request.check}`,
    );
  if (target === undefined) throw refuse("it cannot be followed");
  if (!isSameOrigin(target, answer.url))
    throw refuse("it is another server, and the token is not for it");
  if (hops >= mostRedirects)
    throw refuse(`it is redirect number ${hops + 1}, and ${mostRedirects} are followed`);
  return target;
}
