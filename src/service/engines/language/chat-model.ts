/** Client of a language model with the OpenAI chat completions API, which the operator configured. */

import { ApiError } from "../../../errors.ts";
import { withoutFinalSlashes } from "../../../json/trim.ts";
import { parseJsonBody } from "../decoding.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import { type FetchRequest, guardedFetch, guardedStream } from "../network/guarded-fetch.ts";
import { createFairQueue } from "../threads/fair-queue.ts";
import { addTraceHeaders, traceOutgoing } from "../tracing/trace-outgoing.ts";
import { InvalidCompletion, readCompletion } from "./completion-stream.ts";
import { readAhead } from "./read-ahead.ts";

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
  /**
   * The parts of the text as the model writes them, with the same errors, also after the first part.
   * The request to the model ends when the signal is aborted or reading stops.
   * @param caller an organization, or the visitors of a site
   */
  readonly stream: (
    caller: string,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ) => AsyncIterable<string>;
}

/** Less than the default time limit of the client, which is 60 seconds with the time in the queue. */
const defaultTimeout = 40_000;
const longestWait = 15_000;
const slots = 8;
const slotsOfOrganization = 2;
const mostWaiting = 16;
/** Maximum size of a response, in bytes. */
const largestResponse = 256 * 1024;
/** The same for a stream, in which each part of the text has an envelope. */
const largestStream = 4 * 1024 * 1024;
/** Maximum length of an answer in tokens. */
const mostTokens = 1500;
/** Maximum length of a text in characters: a model may ignore the number of tokens. */
const longestText = 10 * mostTokens;

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
  const buildRequest = (messages: readonly ChatMessage[], stream: boolean): FetchRequest => ({
    url: `${withoutFinalSlashes(url)}/chat/completions`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: stream ? "text/event-stream, application/json" : "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model: name, messages, max_tokens: mostTokens, stream }),
    continuesTrace: true,
    largest: stream ? largestStream : largestResponse,
    patience: timeout,
  });
  return {
    complete: (organization, messages) =>
      queue.run(organization, () => complete(buildRequest(messages, false))),
    stream: (caller, messages, signal) =>
      // The slot is free when the model has responded, however slowly the response is read.
      readAhead(
        (add, canceled) =>
          queue.run(
            caller,
            async () => {
              const texts = streamTexts(buildRequest(messages, true), canceled);
              for await (const text of texts) add(text);
            },
            canceled,
          ),
        signal,
      ),
  };
}

/** The operator chose the URL. A redirect of a POST request is not followed. */
const mayReach = () => true;

async function complete(request: FetchRequest): Promise<string> {
  const response = await traceOutgoing(request, (traceHeaders) =>
    guardedFetch(addTraceHeaders(request, traceHeaders), mayReach),
  ).catch((cause: unknown) => {
    throw toProblem(cause);
  });
  requireSuccess(response);
  return requireText(response.body);
}

/** Servers that do not stream return the whole text as JSON. */
async function* streamTexts(
  request: FetchRequest,
  canceled: AbortSignal,
): AsyncGenerator<string, void> {
  // Closes the connection also if the response is not read.
  const ended = new AbortController();
  const signal = AbortSignal.any([canceled, ended.signal]);
  try {
    const { body, ...response } = await traceOutgoing(request, (traceHeaders) =>
      guardedStream({ ...addTraceHeaders(request, traceHeaders), signal }, mayReach),
    );
    requireSuccess(response);
    if (/^application\/json\b/i.test(response.headers["content-type"] ?? "")) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      yield requireText(Buffer.concat(chunks));
      return;
    }
    let length = 0;
    for await (const text of readCompletion(body)) {
      length += text.length;
      if (length > longestText) throw failure(502, tooLarge);
      yield text;
    }
    if (length === 0) throw failure(502, "did not return a text");
  } catch (cause) {
    throw cause instanceof ApiError ? cause : toProblem(cause);
  } finally {
    ended.abort();
  }
}

function requireSuccess({ status }: { readonly status: number }): void {
  if (status !== 200) throw failure(502, `responded with status ${status}`);
}

function requireText(body: Uint8Array): string {
  const text = readText(body);
  if (text === undefined) throw failure(502, "did not return a text");
  if (text.length > longestText) throw failure(502, tooLarge);
  return text;
}

const tooLarge = "returned a response that is too large";

/** The messages omit the URL, which only the operator may know. */
function toProblem(cause: unknown): ApiError {
  if (cause instanceof InvalidCompletion) return failure(502, cause.message, cause);
  if (!(cause instanceof FetchFailure)) return failure(502, "could not be reached", cause);
  if (cause.reason === "timeout") return failure(504, "did not respond in time", cause);
  const problem = /larger than the limit|decompresses to/.test(cause.message)
    ? tooLarge
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
    return parseJsonBody(body);
  } catch {
    return undefined;
  }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
