/** One request from start to end: attempts, waits and redirects, under one deadline. */

import { isUtf8 } from "node:buffer";
import type { Headers, Transport, WireResponse } from "../contract/wire.ts";
import { IncompleteError, NetworkError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { PermanentNetworkError } from "./network-errors.ts";
import type { Tracer } from "./recording/trace.ts";
import type { PreparedRequest } from "./request.ts";
import { isReading, mayRepeat, waitBefore } from "./retry.ts";
import { isSameOrigin } from "./token.ts";
import { type ClientClock, type Deadline, openDeadline } from "./transport/deadline.ts";
import { findRedirect } from "./transport/redirects.ts";
import type { WholeAnswer } from "./transport/response.ts";
import { findRequestId } from "./transport/response.ts";

/** The settings of all requests of a client. */
export interface ClientConfig {
  readonly base: URL;
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly timeoutSeconds: number;
  readonly retries: number;
  /** The maximum response body, in bytes. */
  readonly largestBody: number;
  readonly clock: ClientClock;
  readonly tracer: Tracer | undefined;
}

export type ExchangeResult<T> =
  | { readonly success: true; readonly answer: WholeAnswer; readonly value: T }
  | { readonly success: false; readonly answer: WholeAnswer };

type AttemptResult<T> = ExchangeResult<T> | { readonly fault: NetworkError };

/**
 * @param read reads a success response; if it throws `NetworkError`, the attempt has failed
 * @throws NetworkError if a request that cannot have changed anything has no complete response
 * @throws IncompleteError if there is no complete response, and a write may have succeeded
 * @throws ApiError if the server redirects the request
 */
export async function exchange<T>(
  request: PreparedRequest,
  line: ClientConfig,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<ExchangeResult<T>> {
  const body =
    request.body && ("text" in request.body ? request.body.text : writeJson(request.body.value));
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  let uncertain = false;
  for (let failed = 0; ; failed++) {
    const attempted = await attempt(request, body, line, deadline, read);
    if ("success" in attempted && attempted.success) return attempted;
    const failure = "fault" in attempted ? attempted : attempted.answer;
    if ("fault" in failure && failure.fault.arrived === "perhaps") uncertain = !isReading(request);
    if (failed < line.retries && mayRepeat(request, failure)) {
      const wait = waitBefore(failed, failure, line.clock.random());
      if (deadline.allows(wait)) {
        line.tracer?.wait(wait);
        await line.clock.sleep(wait);
        continue;
      }
    }
    if (uncertain) throw createUnknownOutcomeError(request, attempted);
    if ("fault" in attempted) throw attempted.fault;
    return attempted;
  }
}

/**
 * A success response that is read while it arrives; the deadline includes reading it.
 * @throws NetworkError if there is no response
 * @throws IncompleteError if there is no response, and a write may have succeeded
 */
export async function exchangeStream(
  request: PreparedRequest,
  line: ClientConfig,
): Promise<
  | { readonly success: true; readonly response: WireResponse; readonly deadline: Deadline }
  | { readonly success: false; readonly answer: WholeAnswer }
> {
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  let opened: WireResponse | undefined;
  const streaming: ClientConfig = {
    ...line,
    async transport(outgoing) {
      const signal = deadline.signal;
      const response = await line.transport({ ...outgoing, signal });
      const isSuccess = response.status >= 200 && response.status <= 299;
      if (!isSuccess) return response;
      opened = response;
      // The exchange reads only the head.
      return { ...response, body: "" };
    },
  };
  const result = await exchange(request, streaming, async () => undefined);
  if (!result.success) return result;
  if (opened === undefined) throw new Error("The exchange returned no response.");
  return { success: true, response: opened, deadline };
}

async function attempt<T>(
  request: PreparedRequest,
  body: string | undefined,
  line: ClientConfig,
  deadline: Deadline,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<AttemptResult<T>> {
  try {
    for (let hops = 0, url = request.url; ; hops++) {
      const answer = await send(request, url, body, line, deadline);
      const next = findRedirect(request, answer, hops);
      if (next !== undefined) url = next;
      else if (answer.status < 200 || answer.status > 299) return { success: false, answer };
      else return { success: true, answer, value: await read(answer) };
    }
  } catch (error) {
    if (error instanceof NetworkError) return { fault: error };
    throw error;
  }
}

async function send(
  request: PreparedRequest,
  url: URL,
  body: string | undefined,
  line: ClientConfig,
  deadline: Deadline,
): Promise<WholeAnswer> {
  const { tracer, clock } = line;
  const outgoing = {
    method: request.method,
    url: url.href,
    headers: buildHeaders(request, url, line),
    body,
    secrets: request.secrets,
    signal: deadline.signal,
  };
  const start = clock.now();
  let requestId: string | undefined;
  tracer?.request(outgoing);
  try {
    const response = await line.transport(outgoing);
    requestId = findRequestId(response.headers);
    const isSuccess = response.status >= 200 && response.status <= 299;
    const text = await (isSuccess ? readText(response, line.largestBody) : readBeginning(response));
    tracer?.answer(outgoing, response, text, clock.now() - start);
    return { status: response.status, headers: response.headers, text, url };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const fault = deadline.signal.aborted ? deadline.fault(url.host, error.arrived) : error;
    if (requestId !== undefined) fault.message += ` The request id is ${requestId}.`;
    tracer?.fault(fault.message, clock.now() - start);
    throw fault;
  }
}

function buildHeaders(request: PreparedRequest, url: URL, line: ClientConfig): Headers {
  return {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": line.userAgent,
    ...request.headers,
    ...(line.token !== undefined && isSameOrigin(url, line.base)
      ? { authorization: `Bearer ${line.token}` }
      : {}),
  };
}

function createUnknownOutcomeError<T>(
  request: PreparedRequest,
  last: AttemptResult<T>,
): IncompleteError {
  const cause =
    "fault" in last
      ? last.fault.message
      : `An attempt failed, and the next one returned status ${last.answer.status}.`;
  return new IncompleteError(
    "unknown",
    `${cause} The ${request.method} may have succeeded. Check before you retry it.`,
    `tome api GET ${request.check}`,
  );
}

/**
 * @param limit the maximum body, in bytes
 * @throws NetworkError if the body is incomplete, too large, compressed or not UTF-8
 */
async function readText(response: WireResponse, limit: number): Promise<string> {
  if (typeof response.body === "string") return response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > limit) throw createUnfitResponseError(`is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  // The request accepts no compression, so that the limit matches the memory use.
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (size > 0 && encoding !== "identity")
    throw createUnfitResponseError("is compressed, although no compression was requested");
  const bytes = Buffer.concat(chunks, size);
  if (!isUtf8(bytes)) throw createUnfitResponseError("is not UTF-8 text");
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** Enough for an error response; an endless body must not fill the memory. */
const mostOfRefusal = 1024 * 1024;

/** The beginning of an error body of any type. */
async function readBeginning({ body }: WireResponse): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > mostOfRefusal) break;
  }
  return Buffer.concat(chunks)
    .toString("utf8", 0, mostOfRefusal)
    .replace(/^\uFEFF/, "");
}

function createUnfitResponseError(rule: string): PermanentNetworkError {
  return new PermanentNetworkError(`The response ${rule}. It was not read.`, {
    arrived: "perhaps",
  });
}
