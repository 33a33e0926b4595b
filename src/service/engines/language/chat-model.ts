/** Client of a language model with the OpenAI chat completions API, which the operator configured. */

import { ApiError } from "../../../errors.ts";
import { withoutFinalSlashes } from "../../../json/trim.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import { type FetchRequest, guardedFetch } from "../network/guarded-fetch.ts";
import { createFairQueue } from "../threads/fair-queue.ts";
import { addTraceHeaders, traceOutgoing } from "../tracing/trace-outgoing.ts";

export interface ChatModelSetting {
  /** Base URL of the API, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** Name of the model. */
  readonly name: string;
  readonly key?: string | undefined;
  /** Time limit of a request, in milliseconds. */
  readonly timeout?: number | undefined;
}

export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

export interface ChatModel {
  /**
   * @param organization organizations take turns, so that none waits for the requests of another
   * @returns the text of the model, which is untrusted
   * @throws ApiError 502 if the model fails, 504 if it is too slow, 429 or 503 if too many requests
   * are waiting
   */
  readonly complete: (organization: string, messages: readonly ChatMessage[]) => Promise<string>;
}

/** Less than the default time limit of the client, which is 60 seconds with the time in the queue. */
const defaultTimeout = 40_000;
const longestWait = 15_000;
const slots = 8;
const slotsOfOrganization = 2;
const mostWaiting = 16;
/** Maximum size of a response, in bytes. */
const largestResponse = 256 * 1024;
/** Maximum length of an answer in tokens. */
const mostTokens = 1500;

/** Opens no connection until the first request. */
export function openChatModel({
  url,
  name,
  key,
  timeout = defaultTimeout,
}: ChatModelSetting): ChatModel {
  const queue = createFairQueue({
    slots,
    slotsOfCaller: slotsOfOrganization,
    mostWaiting,
    longestWait,
  });
  const complete = async (messages: readonly ChatMessage[]) => {
    const request: FetchRequest = {
      url: `${withoutFinalSlashes(url)}/chat/completions`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model: name, messages, max_tokens: mostTokens, stream: false }),
      continuesTrace: true,
      largest: largestResponse,
      patience: timeout,
    };
    const response = await traceOutgoing(request, (traceHeaders) =>
      // The operator chose this URL. A redirect of a POST request is not followed.
      guardedFetch(addTraceHeaders(request, traceHeaders), () => true),
    ).catch((cause: unknown) => {
      throw toProblem(cause);
    });
    if (response.status !== 200) {
      throw failure(502, `responded with status ${response.status}`);
    }
    const text = readText(response.body);
    if (text === undefined) throw failure(502, "did not return a text");
    return text;
  };
  return {
    complete: (organization, messages) => queue.run(organization, () => complete(messages)),
  };
}

/** The messages omit the URL, which only the operator may know. */
function toProblem(cause: unknown): ApiError {
  if (!(cause instanceof FetchFailure)) return failure(502, "could not be reached", cause);
  if (cause.reason === "timeout") return failure(504, "did not respond in time", cause);
  const problem = /larger than the limit|decompresses to/.test(cause.message)
    ? "returned a response that is too large"
    : "could not be reached";
  return failure(502, problem, cause);
}

function failure(status: number, problem: string, cause?: unknown): ApiError {
  return Object.assign(new ApiError(status, `The language model ${problem}.`), { cause });
}

/** @returns undefined unless the response has a choice with a text */
function readText(body: Uint8Array): string | undefined {
  const choice = getMember(getMember(parse(body), "choices"), "0");
  const content = getMember(getMember(choice, "message"), "content");
  return typeof content === "string" && content.trim() !== "" ? content : undefined;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
