/** The client: endpoints and requests in, values and errors out, over any transport. */
import type { Endpoint, Input } from "../contract/endpoint.ts";
import { readWarnings } from "../contract/warning.ts";
import type { Headers, Transport } from "../contract/wire.ts";
import type { Problem } from "../errors.ts";
import { readExactly } from "../json/exact-reading.ts";
import type { JsonValue } from "../json/values.ts";
import { readBase } from "./address.ts";
import { readValue, toProblem } from "./answers.ts";
import { type Clock, machineClock } from "./deadline.ts";
import { exchange, type Line } from "./exchange.ts";
import { classifyResponse, refusalIn, type Unfinished } from "./meaning.ts";
import { followPages, type ListPage } from "./pages.ts";
import { findSecrets, type ReceivedSecret } from "./received-secrets.ts";
import { buildRequest, type Prepared, type RawRequest, requestByHand } from "./request.ts";
import { findRequestId } from "./response.ts";
import { redactAddress, redactRequest, redactValues, tokenRemover } from "./secrets.ts";
import { checkToken } from "./token.ts";
import { openTracer } from "./trace.ts";
import { type Answered, isWrite, type WriteLog } from "./write-log.ts";

/** An answer of success. */
export interface Answer {
  readonly status: number;
  /** The JSON as it came, unknown members kept; undefined if the body was empty. */
  readonly value: JsonValue | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

/** An answer of any status, unread. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The exact value of the text if it is JSON; otherwise why it cannot be read. */
  readonly json: { readonly value: JsonValue } | { readonly fault: unknown };
  /** The error that the answer means, unless its status is one of success. */
  readonly problem: Problem | undefined;
  /** What the answer means if its status is one of success and the work is not done. */
  readonly unfinished: Unfinished | undefined;
}

/** What would be sent, without the token and what the contract calls secret. */
export interface Description {
  readonly method: string;
  readonly url: string;
  readonly body?: JsonValue | undefined;
}

/**
 * Every method that sends throws `UsageError` before anything is sent, `Unreachable` if no whole
 * answer came, `Unsettled` if a write may have been carried out nevertheless, `Problem` for an
 * answer of refusal, and `Unfinished` for one that says that the work is not done yet.
 */
export interface Client {
  /** Sends one operation. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer>;
  /** The pages of a list, each fetched when it is asked for. */
  pages<E extends Endpoint>(endpoint: E, input: Input<E>, start?: Start): AsyncIterable<ListPage>;
  /** Sends any request; every answer is returned, with the error that it means. */
  send(request: RawRequest): Promise<RawAnswer>;
  /** The pages of any list, by GET. */
  sendPages(request: RawRequest): AsyncIterable<ListPage>;
  /** The bytes behind an address that an answer gave; the token is not sent there. */
  download(address: string): Promise<Uint8Array>;
  /**
   * Says which operation a command is about, before it asks, looks something up or sends the whole in
   * several requests. It sends nothing; a client that describes requests ends the command here.
   */
  announce<E extends Endpoint>(endpoint: E, input: Input<E>): void;
  /** The same for what `send` sends. */
  announceRaw(request: RawRequest): void;
  /**
   * The same for all the requests that a command is about to send, which are known by now.
   * @param says what they do, a sentence each, for people
   */
  announceAll(requests: readonly Description[], says?: readonly string[]): void;
  /** What `call` would send. */
  describe<E extends Endpoint>(endpoint: E, input: Input<E>): Description;
  /** What `send` would send; a body that is not JSON is described as its text. */
  describeRaw(request: RawRequest): Description;
}

/** Where a list starts, and how many items a page has. */
export interface Start {
  readonly from?: string | undefined;
  readonly size?: number | undefined;
}

export interface ClientOptions {
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly token: string | undefined;
  readonly transport: Transport;
  /** Names the program and its version. */
  readonly userAgent: string;
  /** For a whole call, with its repeats and waits; 60 unless given. */
  readonly timeoutSeconds?: number | undefined;
  /** How often a request may be repeated; 3 unless given. */
  readonly retries?: number | undefined;
  /** The largest body of an answer, in bytes; 256 MiB unless given. */
  readonly largestBody?: number | undefined;
  /** Gets a line for every step, secrets removed. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Gets what the platform says of requests that it did not carry out in full; each text once. */
  readonly note?: ((text: string) => void) | undefined;
  /** Gets every secret that an answer contains, as the contract names its members, before the answer is returned. */
  readonly receiveSecret?: ((secret: ReceivedSecret) => void) | undefined;
  /** Is told of every request that may change something. */
  readonly log?: WriteLog | undefined;
  readonly clock?: Clock | undefined;
}

/** @throws UsageError if the base address or the token cannot be used */
export function openClient(options: ClientOptions): Client {
  if (options.token !== undefined) checkToken(options.token);
  const base = readBase(options.baseUrl);
  const clean = tokenRemover(options.token);
  const line: Line = {
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

  /** What is printed as it came repeats no token; a short one may well be a word of the text. */
  const shown = (options.token ?? "").length < 16 ? (text: string) => text : clean;

  /** Errors contain no token, whoever wrote the message. */
  async function cleanly<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error) error.message = clean(error.message);
      throw error;
    }
  }

  /** Every request is sent through this, so that the log has all that may change something. */
  async function logged<T>(
    request: Prepared,
    work: () => Promise<T>,
    findEnd: (result: T) => Answered | Error,
  ): Promise<T> {
    if (options.log === undefined || !isWrite(request)) return work();
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

  /** What is secret in the request is so in what is read for it. */
  async function readFor(path: string, secrets: Prepared["secrets"]) {
    const own = secrets && { ...secrets, answer: [...secrets.answer, ...secrets.body] };
    return (await call(requestByHand({ method: "GET", path, secrets: own }, base))).value;
  }

  function call(request: Prepared): Promise<Answer> {
    return logged(
      request,
      () => callUnlogged(request),
      (answer) => answer,
    );
  }

  async function callUnlogged(request: Prepared): Promise<Answer> {
    const ended = await cleanly(exchange(request, line, readValue));
    if (!ended.success) throw await toProblem(request, ended.answer, clean);
    const { answer, value } = ended;
    passSecrets(request, value);
    const fault = classifyResponse(request, answer, value) ?? refusalIn(answer, value, clean);
    if (fault !== undefined) throw fault;
    const { status, headers } = answer;
    noteWarnings(headers);
    return { status, headers, value, requestId: findRequestId(headers) };
  }

  function passSecrets({ secrets }: Prepared, value: JsonValue | undefined): void {
    if (options.receiveSecret === undefined || secrets === undefined) return;
    for (const secret of findSecrets(value, secrets.answer)) options.receiveSecret(secret);
  }

  function listPages(request: Prepared): AsyncIterable<ListPage> {
    const from = request.url.searchParams.get("page") ?? undefined;
    return followPages(async (token) => {
      const url = new URL(request.url);
      if (token !== undefined) url.searchParams.set("page", token);
      return (await call({ ...request, url })).value;
    }, from);
  }

  async function sendUnlogged(request: Prepared): Promise<RawAnswer> {
    const { success, answer } = await cleanly(exchange(request, line, async () => undefined));
    const problem = success ? undefined : await toProblem(request, answer, clean);
    const { status } = answer;
    noteWarnings(answer.headers);
    const text = shown(answer.text);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, shown(value)]),
    );
    const json = jsonIn(text);
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
    pages(endpoint, input, { from, size } = {}) {
      const request = buildRequest(endpoint, input, base);
      if (from !== undefined) request.url.searchParams.set("page", from);
      if (size !== undefined) request.url.searchParams.set("limit", String(size));
      return listPages(request);
    },
    async send(raw) {
      const request = await withAnswerSecrets(requestByHand(raw, base), base);
      return logged(
        request,
        () => sendUnlogged(request),
        (answer) => answer.problem ?? answer.unfinished ?? answeredBy(answer),
      );
    },
    download: async (address) => cleanly((await import("./download.ts")).download(address, line)),
    async *sendPages(raw) {
      const request = requestByHand({ ...raw, method: "GET" }, base);
      yield* listPages(await withAnswerSecrets(request, base));
    },
    describe(endpoint, input) {
      const { method, url, body, secrets } = buildRequest(endpoint, input, base);
      const shown = redactRequest({ method, url: url.href, headers: {}, secrets });
      return { method, url: shown.url, ...(body && { body: redactValues(body.value, secrets) }) };
    },
    describeRaw(raw) {
      const { method, url, secrets } = requestByHand(raw, base);
      return {
        method,
        url: redactAddress(url.href, secrets),
        ...(raw.body !== undefined && { body: jsonOrText(raw.body) }),
      };
    },
  };
}

/** A request that is written by hand names its operation by its path. */
async function withAnswerSecrets(request: Prepared, base: URL): Promise<Prepared> {
  const { findSecretMembers } = await import("../contract/secret-operations.ts");
  const path = request.url.pathname.slice(base.pathname.replace(/\/$/, "").length);
  const answer = findSecretMembers(request.method, path);
  if (request.secrets === undefined || answer.length === 0) return request;
  return { ...request, secrets: { ...request.secrets, answer } };
}

function answeredBy({ status, headers, json }: RawAnswer): Answered {
  return {
    status,
    requestId: findRequestId(headers),
    value: "value" in json ? json.value : undefined,
  };
}

function jsonIn(text: string): RawAnswer["json"] {
  try {
    return { value: readExactly(text) };
  } catch (fault) {
    return { fault };
  }
}

function jsonOrText(text: string): JsonValue {
  const read = jsonIn(text);
  return "value" in read ? read.value : text;
}
