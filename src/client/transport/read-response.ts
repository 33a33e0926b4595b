/**
 * Parser for complete responses: it accepts new members, and rejects responses that are not from
 * the API.
 */

import { hintHeader } from "../../contract/wire.ts";
import { ApiError, NetworkError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import type { JsonValue } from "../../json/values.ts";
import { PermanentNetworkError } from "../network-errors.ts";
import type { PreparedRequest } from "../request.ts";
import { isReading, parseRequestedWait } from "../retry.ts";
import type { WholeAnswer } from "./response.ts";
import { findRequestId } from "./response.ts";

/**
 * The value of a success response; undefined if its body is empty.
 * @throws NetworkError if the body is not complete JSON
 */
export async function readValue(answer: WholeAnswer): Promise<JsonValue | undefined> {
  if (answer.text.trim() === "") return undefined;
  const type = answer.headers["content-type"] ?? "application/json";
  if (!/[/+]json\b/i.test(type))
    throw new PermanentNetworkError(
      `${name(answer)} is ${type} instead of JSON, starting with: ${shortenBeginning(answer.text)}`,
      { arrived: "perhaps", hint: "Check the base URL, and any proxy in between." },
    );
  try {
    return readExactly(answer.text);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new PermanentNetworkError(
        `${name(answer)} cannot be read without loss: ${cause.message}.`,
        {
          arrived: "perhaps",
        },
      );
    throw new NetworkError(`${name(answer)} is incomplete or not JSON.`, { arrived: "perhaps" });
  }
}

/**
 * The error of a refusal, in the API's words if it has any.
 * @param clean removes the token from a text
 */
export async function toProblem(
  request: Pick<PreparedRequest, "method" | "once" | "check">,
  answer: WholeAnswer,
  clean: (text: string) => string,
): Promise<ApiError> {
  const message = findMessage(answer.text) ?? (await formatStatusLine(answer));
  return new ApiError(answer.status, clean(message), {
    requestId: cleanOptional(findRequestId(answer.headers), clean),
    hint: cleanOptional(findHint(request, answer), clean),
  });
}

function cleanOptional(
  text: string | undefined,
  clean: (text: string) => string,
): string | undefined {
  return text === undefined ? undefined : clean(text);
}

function findHint(
  request: Pick<PreparedRequest, "method" | "check">,
  { status, headers }: WholeAnswer,
): string | undefined {
  const hint = headers[hintHeader];
  if (hint !== undefined && isTomeCommand(hint)) return hint;
  if (status === 401) return "tome auth login";
  const wait = parseRequestedWait(status, headers);
  if (wait !== undefined && (status === 429 || status === 503)) {
    const seconds = Math.ceil(wait / 1000);
    const when = seconds === 0 ? "now" : `in ${seconds} seconds`;
    return `Run the command again ${when}, or allow more time with --timeout ${2 * seconds + 60}.`;
  }
  // A gateway that gave up does not know the result of the request behind it. An operation that the
  // platform does not support (501) had none.
  if (status >= 500 && status !== 501 && !isReading(request))
    return `tome api GET ${request.check}`;
  return undefined;
}

/**
 * A server is not trusted to suggest a command of another program, a redirection of a shell, a command
 * that asks no question, or one that uses another server or account.
 */
function isTomeCommand(hint: string): boolean {
  if (hint.length > 500 || !/^tome( ([\w./:@=-]+|<[\w-]+>))+$/.test(hint)) return false;
  return !hint
    .split(" ")
    .some(
      (word) =>
        /^(?:-y|--(?:yes|force|profile)|(?:--)?base-url)\b/.test(word) || word.includes("://"),
    );
}

function findMessage(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = getMember(body, "error");
    const message = getMember(error, "message") ?? getMember(body, "message") ?? error;
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

async function formatStatusLine(answer: WholeAnswer): Promise<string> {
  const { STATUS_CODES } = await import("node:http");
  const line = `${answer.status} ${STATUS_CODES[answer.status] ?? "without a known meaning"}`;
  return answer.text.trim() === "" ? `${line}.` : `${line}: ${shortenBeginning(answer.text)}`;
}

function name(answer: WholeAnswer): string {
  const id = findRequestId(answer.headers);
  return `The response from ${answer.url.host} (status ${answer.status}${id ? `, request ${id}` : ""})`;
}

// The text of an HTML page is more useful than its markup.
function shortenBeginning(text: string): string {
  const words = text
    .slice(0, 2000)
    .replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return words.length > 120 ? `${words.slice(0, 120)}…` : words;
}
