/** API client: takes endpoints and requests, and returns values and errors, over any transport. */
import type { Endpoint, Input } from "../contract/endpoint.ts";
import { readWarnings } from "../contract/warning.ts";
import type { Headers, ListResponse, Transport, WireResponse } from "../contract/wire.ts";
import type { ApiError } from "../errors.ts";
import { NetworkError } from "../errors.ts";
import { readExactly } from "../json/exact-reading.ts";
import type { JsonValue } from "../json/values.ts";
import { isList, isObject, type JsonObject } from "../json/values.ts";
import { readBase } from "./address.ts";
import { type ClientConfig, exchange, exchangeStream } from "./exchange.ts";
import { openTracer } from "./recording/trace.ts";
import { buildRequest, type PreparedRequest, type RawRequest, requestByHand } from "./request.ts";
import { type AcceptedError, classifyResponse, findRefusal } from "./response-status.ts";
import { parseRetryAfter } from "./retry.ts";
import {
  findSecrets,
  findShareUrls,
  findSignedUrls,
  type ReceivedSecret,
} from "./secrets/received-secrets.ts";
import {
  createTokenRemover,
  redactAddress,
  redactRequest,
  redactValues,
} from "./secrets/secrets.ts";
import { checkToken } from "./token.ts";
import { type ClientClock, machineClock } from "./transport/deadline.ts";
import type { DownloadOptions } from "./transport/download.ts";
import { readValue, toProblem } from "./transport/read-response.ts";
import { findRequestId } from "./transport/response.ts";
import type { OutgoingFile } from "./transport/upload.ts";
import { isLogged, type LoggedResponse, type WriteLog } from "./write-log.ts";

/** A success response. */
export interface ApiResponse {
  readonly status: number;
  /** The JSON as received, including unknown members; undefined if the body was empty. */
  readonly value: JsonValue | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** Seconds until the request may be repeated, from the header `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

/** A response with any status, not parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The exact value of the text if it is JSON; otherwise the reason why it cannot be read. */
  readonly json: { readonly value: JsonValue } | { readonly fault: unknown };
  /** The error of the response, unless its status means success. */
  readonly problem: ApiError | undefined;
  /** The unfinished work of a response with a success status. */
  readonly unfinished: AcceptedError | undefined;
}

/** A request that would be sent, without the token and the secrets of the contract. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers?: Headers | undefined;
  readonly body?: JsonValue | undefined;
}

/**
 * Every method that sends throws `UsageError` before anything is sent, `NetworkError` without a
 * complete response, `IncompleteError` if a write may have succeeded, `ApiError` for an error response,
 * and `AcceptedError` for unfinished work.
 */
export interface ApiClient {
  /** Sends one operation. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ApiResponse>;
  /**
   * Sends an operation whose response is a stream of events, and returns the events as they arrive.
   * The request ends when reading stops. Such requests are reads, which are not logged.
   */
  stream<E extends Endpoint>(endpoint: E, input: Input<E>): AsyncIterable<JsonValue>;
  /** The pages of a list, each requested on demand. */
  pages<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    start?: ListStart,
  ): AsyncIterable<ApiListPage>;
  /** Sends any request; every response is returned, with its error. */
  send(request: RawRequest): Promise<RawAnswer>;
  /** The pages of any list, by GET. */
  sendPages(request: RawRequest): AsyncIterable<ApiListPage>;
  /** The bytes at a URL from a response; the token is not sent there. */
  download(address: string, options?: DownloadOptions): Promise<Uint8Array>;
  /** Sends a file to a URL from a response, once; the token is not sent there. */
  upload(address: string, file: OutgoingFile): Promise<void>;
  /**
   * Announces the operation of a command before it prompts, looks something up or sends several
   * requests. It sends nothing; a client that describes requests ends the command here.
   * @param start of a list, as for `pages`
   */
  announce<E extends Endpoint>(endpoint: E, input: Input<E>, start?: ListStart): void;
  /** The same for what `send` sends. */
  announceRaw(request: RawRequest): void;
  /**
   * The same for all the requests that a command is about to send.
   * @param says their effects, one sentence each, for the user
   */
  announceAll(requests: readonly RequestDescription[], says?: readonly string[]): void;
  /** The request that `call` would send, or `pages` as its first one if there is a start. */
  describe<E extends Endpoint>(endpoint: E, input: Input<E>, start?: ListStart): RequestDescription;
  /** The request that `send` would send; a body that is not JSON is described as text. */
  describeRaw(request: RawRequest): RequestDescription;
}

/** The start of a list, and the number of items per page. */
export interface ListStart {
  readonly from?: string | undefined;
  readonly size?: number | undefined;
}

export interface ApiClientOptions {
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly token: string | undefined;
  readonly transport: Transport;
  /** The program and its version. */
  readonly userAgent: string;
  /** In seconds, for a whole call with its retries and waits; default 60. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum number of retries; default 3. */
  readonly retries?: number | undefined;
  /** The maximum response body, in bytes; default 256 MiB. */
  readonly largestBody?: number | undefined;
  /** Receives a line for every step, without secrets. */
  readonly trace?: ((line: string) => void) | undefined;
  /**
   * Receives warnings of the platform about requests that it did not execute in full; each text
   * once.
   */
  readonly note?: ((text: string) => void) | undefined;
  /**
   * Receives every secret in a response, as declared by the contract, before the response is
   * returned.
   */
  readonly receiveSecret?: ((secret: ReceivedSecret) => void) | undefined;
  /**
   * Whether `receiveSecret` also receives the URLs that give access without a token: those of sites with
   * the key of a share link, and signed URLs.
   */
  readonly receivesUrls?: boolean | undefined;
  /** Notified of every request that may change something. */
  readonly log?: WriteLog | undefined;
  readonly clock?: ClientClock | undefined;
}

/** @throws UsageError for an invalid base URL or token */
export function openClient(options: ApiClientOptions): ApiClient {
  if (options.token !== undefined) checkToken(options.token);
  const base = readBase(options.baseUrl);
  const clean = createTokenRemover(options.token);
  const line: ClientConfig = {
    base,
    token: options.token,
    userAgent: options.userAgent,
    transport: options.transport,
    timeoutSeconds: options.timeoutSeconds ?? 60,
    retries: options.retries ?? 3,
    largestBody: options.largestBody ?? 256 * 1024 * 1024,
    clock: options.clock ?? machineClock,
    tracer: options.trace && openTracer(options.trace, clean),
  };

  const noted = new Set<string>();
  function noteWarnings({ warning }: Headers): void {
    if (warning === undefined) return;
    for (const text of readWarnings(clean(warning))) {
      if (!noted.has(text)) options.note?.(text);
      noted.add(text);
    }
  }

  /** Raw output must not contain the token; a short token may be an ordinary word of the text. */
  const shown = (options.token ?? "").length < 16 ? (text: string) => text : clean;

  /** Errors contain no token, whatever the source of the message. */
  async function cleanly<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error) error.message = clean(error.message);
      throw error;
    }
  }

  /** Every request is sent through this, so that the log has all writes. */
  async function logged<T>(
    request: PreparedRequest,
    work: () => Promise<T>,
    findEnd: (result: T) => LoggedResponse | Error,
  ): Promise<T> {
    if (options.log === undefined || !isLogged(request)) return work();
    const entry = await options.log.begin(request, (path, secrets = request.secrets) =>
      readFor(path, secrets),
    );
    let result: T;
    try {
      result = await work();
    } catch (error) {
      await entry.failed(error);
      throw error;
    }
    const end = findEnd(result);
    await (end instanceof Error ? entry.failed(end) : entry.answered(end));
    return result;
  }

  /** A secret of the request is also secret in the lookups for it. */
  async function readFor(path: string, secrets: PreparedRequest["secrets"]) {
    const own = secrets && { ...secrets, answer: [...secrets.answer, ...secrets.body] };
    return (await call(requestByHand({ method: "GET", path, secrets: own }, base))).value;
  }

  function call(request: PreparedRequest): Promise<ApiResponse> {
    return logged(
      request,
      () => callUnlogged(request),
      (answer) => answer,
    );
  }

  async function callUnlogged(request: PreparedRequest): Promise<ApiResponse> {
    const ended = await cleanly(exchange(request, line, readValue));
    if (!ended.success) throw await toProblem(request, ended.answer, clean);
    const { answer, value } = ended;
    passSecrets(request, value);
    const fault = classifyResponse(request, answer, value) ?? findRefusal(answer, value, clean);
    if (fault !== undefined) throw fault;
    const { status, headers } = answer;
    noteWarnings(headers);
    const retryAfter = parseRetryAfter(status, headers);
    return { status, headers, value, requestId: findRequestId(headers), retryAfter };
  }

  async function* streamEvents(request: PreparedRequest): AsyncGenerator<JsonValue, void> {
    const headers = { ...request.headers, accept: "text/event-stream, application/json" };
    const result = await cleanly(exchangeStream({ ...request, headers }, line));
    if (!result.success) throw await toProblem(request, result.answer, clean);
    const { response, deadline } = result;
    noteWarnings(response.headers);
    const { readEvents } = await import("./transport/event-stream.ts");
    const body = readUntil(response.body, deadline.signal);
    try {
      for await (const event of readEvents(body, line.largestBody)) {
        passSecrets(request, event);
        yield event;
      }
    } catch (error) {
      if (deadline.signal.aborted) throw deadline.fault(request.url.host, "perhaps");
      if (error instanceof Error) error.message = clean(error.message);
      throw error;
    }
  }

  function passSecrets({ secrets }: PreparedRequest, value: JsonValue | undefined): void {
    const { receiveSecret, receivesUrls = false } = options;
    if (receiveSecret === undefined) return;
    for (const secret of findSecrets(value, secrets?.answer ?? [])) receiveSecret(secret);
    if (!receivesUrls) return;
    for (const secret of [...findShareUrls(value), ...findSignedUrls(value)]) receiveSecret(secret);
  }

  function listPages(request: PreparedRequest): AsyncIterable<ApiListPage> {
    const from = request.url.searchParams.get("page") ?? undefined;
    return followPages((token) => {
      const url = new URL(request.url);
      if (token !== undefined) url.searchParams.set("page", token);
      return call({ ...request, url });
    }, from);
  }

  async function sendUnlogged(request: PreparedRequest): Promise<RawAnswer> {
    const { success, answer } = await cleanly(exchange(request, line, async () => undefined));
    const problem = success ? undefined : await toProblem(request, answer, clean);
    const { status } = answer;
    noteWarnings(answer.headers);
    const text = shown(answer.text);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, shown(value)]),
    );
    const json = parseJson(text);
    const value = "value" in json ? json.value : undefined;
    passSecrets(request, value);
    const unfinished = success ? classifyResponse(request, answer, value) : undefined;
    return { status, headers, text, json, problem, unfinished };
  }

  return {
    announce() {},
    announceRaw() {},
    announceAll() {},
    call: async (endpoint, input) => call(buildRequest(endpoint, input, base)),
    stream: (endpoint, input) => streamEvents(buildRequest(endpoint, input, base)),
    pages: (endpoint, input, start) => listPages(buildListRequest(endpoint, input, start, base)),
    async send(raw) {
      const request = await withAnswerSecrets(requestByHand(raw, base), base);
      return logged(
        request,
        () => sendUnlogged(request),
        (answer) => answer.problem ?? answer.unfinished ?? toLoggedResponse(answer),
      );
    },
    download: async (address, options) =>
      cleanly((await import("./transport/download.ts")).download(address, line, options)),
    upload: async (address, file) =>
      cleanly((await import("./transport/upload.ts")).upload(address, file, line)),
    async *sendPages(raw) {
      const request = requestByHand({ ...raw, method: "GET" }, base);
      yield* listPages(await withAnswerSecrets(request, base));
    },
    describe(endpoint, input, start) {
      const request = buildListRequest(endpoint, input, start, base);
      const { method, url, headers, body, secrets } = request;
      const shown = redactRequest({ method, url: url.href, headers, secrets });
      return {
        method,
        url: shown.url,
        headers: shown.headers,
        ...(body && { body: redactValues(body.value, secrets) }),
      };
    },
    describeRaw(raw) {
      const { method, url, headers, secrets } = requestByHand(raw, base);
      return {
        method,
        url: redactAddress(url.href, secrets),
        headers: redactRequest({ method, url: url.href, headers, secrets }).headers,
        ...(raw.body !== undefined && { body: parseJsonOrText(raw.body) }),
      };
    },
  };
}

/** Ends the body when the signal is aborted, also while no part of it arrives. */
async function* readUntil(
  body: WireResponse["body"],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (typeof body === "string") {
    yield Buffer.from(body);
    return;
  }
  const parts = body[Symbol.asyncIterator]();
  const stop = () => void Promise.resolve(parts.return?.()).catch(() => {});
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      const next = parts.next();
      next.catch(() => {});
      const { done, value } = await Promise.race([next, aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    stop();
  }
}

/** The operation of a request that was written by hand is identified by its path. */
async function withAnswerSecrets(request: PreparedRequest, base: URL): Promise<PreparedRequest> {
  const { findSecretMembers } = await import("../contract/secret-operations.ts");
  const path = request.url.pathname.slice(base.pathname.replace(/\/$/, "").length);
  const answer = findSecretMembers(request.method, path);
  if (request.secrets === undefined || answer.length === 0) return request;
  return { ...request, secrets: { ...request.secrets, answer } };
}

function toLoggedResponse({ status, headers, json }: RawAnswer): LoggedResponse {
  return {
    status,
    requestId: findRequestId(headers),
    value: "value" in json ? json.value : undefined,
  };
}

function parseJson(text: string): RawAnswer["json"] {
  try {
    return { value: readExactly(text) };
  } catch (fault) {
    return { fault };
  }
}

function parseJsonOrText(text: string): JsonValue {
  const read = parseJson(text);
  return "value" in read ? read.value : text;
}

/** Follows a list from page to page, and fails if the list cannot be complete. */
export interface ApiListPage extends ListResponse<JsonObject> {
  /** The page as received, including unknown members. */
  readonly value: JsonObject;
  /** As for `ApiResponse`. */
  readonly retryAfter?: number | undefined;
}

/** The request of the first page. */
function buildListRequest<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { from, size }: ListStart = {},
  base: URL,
) {
  const request = buildRequest(endpoint, input, base);
  if (from !== undefined) request.url.searchParams.set("page", from);
  // Some lists have one page of any size.
  const isSized = size !== undefined && Object.hasOwn(endpoint.input, "limit");
  if (isSized) request.url.searchParams.set("limit", String(size));
  return request;
}

/** Maximum number of consecutive pages without new items. */
const mostStalePages = 100;

/**
 * The pages of a list, one after another.
 * @param read reads the page at a token, or the first one
 * @throws NetworkError for an invalid page, and if the list is circular or changes in the meantime
 */
async function* followPages(
  read: (token: string | undefined) => Promise<Pick<ApiResponse, "value" | "retryAfter">>,
  from?: string,
): AsyncGenerator<ApiListPage, void> {
  const tokens = new Set(from === undefined ? [] : [from]);
  const meet = openRegister();
  let stalePages = 0;
  for (let token = from; ; ) {
    const { value, retryAfter } = await read(token);
    const page = parsePage(value);
    stalePages = meet(page.items) ? 0 : stalePages + 1;
    yield { ...page, retryAfter };
    if (page.next === undefined) return;
    token = page.next.page;
    if (tokens.has(token))
      throw createBrokenResponseError("The list does not end: its pages form a cycle.");
    if (stalePages >= mostStalePages)
      throw createBrokenResponseError(
        `The list does not end: ${stalePages} consecutive pages had no new items.`,
      );
    tokens.add(token);
  }
}

function parsePage(value: JsonValue | undefined): ApiListPage {
  const items = isObject(value) ? value.items : undefined;
  if (!isObject(value) || !isList(items) || !items.every(isObject))
    throw createBrokenResponseError("The response is not a page of a list: it has no items.");
  const next = value.next ?? undefined;
  const count = typeof value.count === "number" ? { count: value.count } : {};
  if (next === undefined) return { items, value, ...count };
  const page = isObject(next) ? next.page : undefined;
  if (typeof page !== "string" || page === "")
    throw createBrokenResponseError("The list has more pages, but the response has no page token.");
  return { items, value, next: { page }, ...count };
}

/**
 * Records ids over the pages. An item that appears twice has moved while the list was read, and
 * another may have been missed. If items have no ids, or repeat them within a page, whole pages are
 * recorded.
 * @returns a function that takes the items of a page and returns whether any are new
 */
function openRegister(): (items: readonly JsonObject[]) => boolean {
  const met = new Set<string>();
  const pages = new Set<number>();
  let unique = true;
  return (items) => {
    if (items.length === 0) return false;
    const ids = items.map((item) => item.id).filter((id) => typeof id === "string");
    unique &&= new Set(ids).size === ids.length;
    if (!unique || ids.length === 0) {
      const count = pages.size;
      return pages.add(computeDigest(items)).size > count;
    }
    const again = ids.find((id) => met.has(id));
    if (again !== undefined)
      throw createBrokenResponseError(
        `The list changed while it was read: ${again} appeared twice.`,
      );
    for (const id of ids) met.add(id);
    return true;
  };
}

/** A number that is equal for equal items, and rarely equal for others. */
function computeDigest(items: readonly JsonObject[]): number {
  const text = JSON.stringify(items, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  let digest = 0;
  for (let at = 0; at < text.length; at++) digest = (31 * digest + text.charCodeAt(at)) | 0;
  return digest;
}

function createBrokenResponseError(message: string): NetworkError {
  return new NetworkError(message, {
    arrived: "perhaps",
    hint: "Run the command again to read the list from its beginning.",
  });
}
