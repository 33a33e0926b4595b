/**
 * Meaning of a success status for the state of the work. The status is trusted, whatever the
 * request was.
 */

import { ApiError, IncompleteError, type Unsettlement } from "../errors.ts";
import { asObject, isObject, type JsonValue } from "../json/values.ts";
import type { PreparedRequest } from "./request.ts";
import { parseRetryAfter } from "./retry.ts";
import type { WholeAnswer } from "./transport/response.ts";
import { findRequestId } from "./transport/response.ts";
import type { LoggedResponse } from "./write-log.ts";

/** A success response with a status for unfinished or partial work. */
export class AcceptedError extends IncompleteError {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The body of the response; undefined if it was empty. */
  readonly value: JsonValue | undefined;
  /** Seconds until the result may be requested, from the header `Retry-After`. */
  readonly retryAfter: number | undefined;
  constructor(
    how: Unsettlement,
    message: string,
    hint: string,
    answer: LoggedResponse,
    retryAfter?: number,
  ) {
    super(how, message, hint);
    this.retryAfter = retryAfter;
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.value = answer.value;
  }
}

/** 206 and 207 mean partial work; unknown statuses count as 200, as in HTTP. */
const partStatuses: readonly number[] = [206, 207];

/**
 * The error of a success response if its status means unfinished or partial work. No operation of
 * the API has a 202 as its regular status, so each 202 is a request that is still to be executed.
 */
export function classifyResponse(
  { method, check }: Pick<PreparedRequest, "method" | "check">,
  { status, headers }: Pick<WholeAnswer, "status" | "headers">,
  value: JsonValue | undefined,
): AcceptedError | undefined {
  if (status !== 202 && !partStatuses.includes(status)) return undefined;
  const answer = { status, value, requestId: findRequestId(headers) };
  const hint = `tome api GET ${check}`;
  if (status === 202) {
    return new AcceptedError(
      "pending",
      `The platform accepted the ${method}, but has not finished it.`,
      hint,
      answer,
      parseRetryAfter(status, headers),
    );
  }
  return new AcceptedError(
    "partial",
    `The ${method} may be only partially done (status ${status}).`,
    hint,
    answer,
  );
}

/**
 * The error in a response with a success status: a body that is an error.
 * @param clean removes the token from a text
 */
export function findRefusal(
  answer: Pick<WholeAnswer, "headers">,
  value: JsonValue | undefined,
  clean: (text: string) => string,
): ApiError | undefined {
  const error = isObject(value) && Object.keys(value).join() === "error" ? value.error : undefined;
  const { code, message } = asObject(error);
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  return new ApiError(code, clean(message), { requestId: findRequestId(answer.headers) });
}
