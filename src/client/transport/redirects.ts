/** Rules for redirects: only reads, to the same origin, and a limited number. */
import { ApiError } from "../../errors.ts";
import { toPlainUrl } from "../address.ts";
import type { PreparedRequest } from "../request.ts";
import { isReading } from "../retry.ts";
import { isSameOrigin } from "../token.ts";
import type { WholeAnswer } from "./response.ts";
import { findRequestId } from "./response.ts";

/** The redirect statuses. */
export const redirects = new Set([301, 302, 303, 307, 308]);
/** Maximum number of consecutive redirects. */
export const mostRedirects = 5;

/**
 * The target URL of a redirect; undefined for any other response.
 * @param hops the number of redirects that were followed before
 * @throws ApiError if the redirect must not be followed
 */
export function findRedirect(
  request: Pick<PreparedRequest, "method" | "check">,
  answer: WholeAnswer,
  hops: number,
): URL | undefined {
  if (!redirects.has(answer.status)) return undefined;
  const location = answer.headers.location ?? "";
  const target = URL.canParse(location, answer.url.href)
    ? new URL(location, answer.url)
    : undefined;
  const refuse = (rule: string, hint?: string) =>
    new ApiError(
      answer.status,
      `The redirect to ${target ? toPlainUrl(target) : "an invalid URL"} was not followed: ${rule}.`,
      { requestId: findRequestId(answer.headers), hint },
    );
  if (!isReading(request))
    throw refuse("the request is a write and may have succeeded", `tome api GET ${request.check}`);
  if (target === undefined) throw refuse("the URL is invalid");
  if (!isSameOrigin(target, answer.url))
    throw refuse("it leads to another server, which must not receive the token");
  if (hops >= mostRedirects) throw refuse(`it exceeds the limit of ${mostRedirects} redirects`);
  return target;
}
