/** What a status of success says of the work. It is believed, whatever the request was. */

import { Problem, Unsettled, type Unsettlement } from "../errors.ts";
import { isObject, type JsonValue, objectIn } from "../json/values.ts";
import type { Prepared } from "./request.ts";
import type { WholeAnswer } from "./response.ts";
import { findRequestId } from "./response.ts";

/** An answer of success whose status says that the work is not done, or not all of it. */
export class Unfinished extends Unsettled {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The body of the answer; undefined if it was empty. */
  readonly value: JsonValue | undefined;
  constructor(how: Unsettlement, message: string, hint: string, answer: Answered) {
    super(how, message, hint);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.value = answer.value;
  }
}

interface Answered {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly value: JsonValue | undefined;
}

/** 206 and 207 say that a part only came, or was done; what is unknown counts as 200, as in HTTP. */
const partStatuses: readonly number[] = [206, 207];

/**
 * The error that an answer of success means if its status says that the work is not done, or not all
 * of it. No operation of the API has a 202 as its own status, so each 202 is a request that
 * somebody or something has yet to carry out.
 */
export function classifyResponse(
  { method, check }: Pick<Prepared, "method" | "check">,
  { status, headers }: Pick<WholeAnswer, "status" | "headers">,
  value: JsonValue | undefined,
): Unfinished | undefined {
  if (status !== 202 && !partStatuses.includes(status)) return undefined;
  const answer = { status, value, requestId: findRequestId(headers) };
  const hint = `tome api GET ${check}`;
  if (status === 202) {
    return new Unfinished(
      "pending",
      `The platform has accepted the ${method}, and it is not done yet.`,
      hint,
      answer,
    );
  }
  return new Unfinished(
    "partial",
    `The status ${status} does not say that all of the ${method} is done.`,
    hint,
    answer,
  );
}

/**
 * The refusal that an answer holds though its status is one of success: a body that is an error.
 * @param clean removes the token from a text
 */
export function refusalIn(
  answer: Pick<WholeAnswer, "headers">,
  value: JsonValue | undefined,
  clean: (text: string) => string,
): Problem | undefined {
  const error = isObject(value) && Object.keys(value).join() === "error" ? value.error : undefined;
  const { code, message } = objectIn(error);
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  return new Problem(code, clean(message), { requestId: findRequestId(answer.headers) });
}
