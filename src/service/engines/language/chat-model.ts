/** Client of a language model with the OpenAI chat completions API, which the operator configured. */

import { ApiError } from "../../../errors.ts";
import { withoutFinalSlashes } from "../../../json/trim.ts";
import { parseJsonBody } from "../decoding.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import { type FetchRequest, fetchGuarded, streamGuarded } from "../network/guarded-fetch.ts";
import { createFairQueue } from "../threads/fair-queue.ts";
import { addTraceHeaders, traceOutgoing } from "../tracing/trace-outgoing.ts";
import { InvalidCompletion, readCompletion } from "./completion-stream.ts";

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

/** The requester of a text: a member, or the visitors of a site, who need not have names. */
export type ModelCaller =
  | { readonly kind: "member"; readonly user: string; readonly organization: string }
  | { readonly kind: "visitors"; readonly site: string; readonly organization: string };

export interface ChatModel {
  /**
   * @param caller members, organizations and sites take turns
   * @returns the text of the model, which is untrusted
   * @throws ApiError 502 if the model fails, 504 if it is too slow, 429 or 503 if too many requests
   * are waiting
   */
  readonly complete: (caller: ModelCaller, messages: readonly ChatMessage[]) => Promise<string>;
  /**
   * The parts of the text as the model writes them, with the same errors, also after the first part.
   * The request to the model ends when the signal is aborted or reading stops.
   */
  readonly stream: (
    caller: ModelCaller,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ) => AsyncIterable<string>;
}

/** Less than the default time limit of the client, which is 60 seconds with the time in the queue. */
const defaultTimeout = 40_000;
const longestWait = 15_000;
const slots = 8;
/** Of the members of an organization, or of the visitors of its sites. */
const slotsOfGroup = 2;
/** Of a member in all organizations, or of a site. */
const slotsOfRequester = 3;
/** Of a member in one organization, so that its other members have slots. */
const slotsOfMember = Math.max(1, Math.floor(slotsOfGroup / 2));
/** Of all visitors, so that members always have slots. */
const slotsOfVisitors = 6;
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
  const run = createModelQueue();
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
    complete: (caller, messages) => run(caller, () => complete(buildRequest(messages, false))),
    stream: (caller, messages, signal) =>
      // The slot is free when the model has responded, however slowly the response is read.
      readAhead(
        (add, canceled) =>
          run(
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

/**
 * A request waits for the earlier ones of its member or site first, so that one member does not fill
 * the queue of an organization, and one site not that of the others.
 */
function createModelQueue() {
  const limits = { mostWaiting, longestWait };
  const members = createFairQueue({
    ...limits,
    slots: Number.POSITIVE_INFINITY,
    slotsOfCaller: slotsOfMember,
  });
  const requesters = createFairQueue({
    ...limits,
    slots: Number.POSITIVE_INFINITY,
    slotsOfCaller: slotsOfRequester,
  });
  const visitors = createFairQueue({
    ...limits,
    slots: slotsOfVisitors,
    slotsOfCaller: slotsOfGroup,
  });
  const groups = createFairQueue({ ...limits, slots, slotsOfCaller: slotsOfGroup });
  return <Result>(
    caller: ModelCaller,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const end = performance.now() + longestWait;
    const getRest = () => Math.max(0, end - performance.now());
    const { kind, organization } = caller;
    if (kind === "member") {
      const runInGroup = () => groups.run(organization, work, signal, getRest());
      const runAsMember = () =>
        requesters.run(`member ${caller.user}`, runInGroup, signal, getRest());
      return members.run(`${organization} ${caller.user}`, runAsMember, signal);
    }
    const runInGroup = () => groups.run(`visitors of ${organization}`, work, signal, getRest());
    const runWithVisitors = () => visitors.run(organization, runInGroup, signal, getRest());
    return requesters.run(`site ${caller.site}`, runWithVisitors, signal);
  };
}

/** The operator chose the URL. A redirect of a POST request is not followed. */
const mayReach = () => true;

async function complete(request: FetchRequest): Promise<string> {
  const response = await traceOutgoing(request, (traceHeaders) =>
    fetchGuarded(addTraceHeaders(request, traceHeaders), mayReach),
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
      streamGuarded({ ...addTraceHeaders(request, traceHeaders), signal }, mayReach),
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
      if (length > longestText) throw createFailure(502, tooLarge);
      yield text;
    }
    if (length === 0) throw createFailure(502, "did not return a text");
  } catch (cause) {
    throw cause instanceof ApiError ? cause : toProblem(cause);
  } finally {
    ended.abort();
  }
}

function requireSuccess({ status }: { readonly status: number }): void {
  if (status !== 200) throw createFailure(502, `responded with status ${status}`);
}

function requireText(body: Uint8Array): string {
  const text = readText(body);
  if (text === undefined) throw createFailure(502, "did not return a text");
  if (text.length > longestText) throw createFailure(502, tooLarge);
  return text;
}

const tooLarge = "returned a response that is too large";

/** The messages omit the URL, which only the operator may know. */
function toProblem(cause: unknown): ApiError {
  if (cause instanceof InvalidCompletion) return createFailure(502, cause.message, cause);
  if (!(cause instanceof FetchFailure)) return createFailure(502, "could not be reached", cause);
  if (cause.reason === "timeout") return createFailure(504, "did not respond in time", cause);
  const problem = /larger than the limit|decompresses to/.test(cause.message)
    ? tooLarge
    : "could not be reached";
  return createFailure(502, problem, cause);
}

function createFailure(status: number, problem: string, cause?: unknown): ApiError {
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

/**
 * Reads a text at the speed of its source, independently of the speed of its reader: the parts of a
 * text whose length is limited by its source. Parts that arrive between two reads are joined.
 * @param produce adds the parts; its signal is aborted when reading stops
 * @throws the error of `produce`, after the parts before it
 */
async function* readAhead(
  produce: (add: (text: string) => void, signal: AbortSignal) => Promise<void>,
  canceled: AbortSignal,
): AsyncGenerator<string, void> {
  const ended = new AbortController();
  let unread = "";
  let isComplete = false;
  let failure: { readonly cause: unknown } | undefined;
  let wake = () => {};
  const add = (text: string) => {
    unread += text;
    wake();
  };
  const end = () => {
    isComplete = true;
    wake();
  };
  produce(add, AbortSignal.any([canceled, ended.signal])).then(end, (cause: unknown) => {
    failure = { cause };
    end();
  });
  try {
    for (;;) {
      if (unread !== "") {
        const text = unread;
        unread = "";
        yield text;
      } else if (isComplete) {
        if (failure) throw failure.cause;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    ended.abort();
  }
}
