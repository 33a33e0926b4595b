/**
 * HTTP requests to URLs from users, except in private networks: the resolved IP address is checked
 * for each connection, including redirects, and the response is read within limits of size, time
 * and compression.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import type { Headers } from "../../../contract/wire.ts";
import { readBoundedBody, readBoundedChunks } from "./bounded-body.ts";
import { FetchFailure } from "./fetch-failure.ts";
import { howToAllowPrivate } from "./public-addresses.ts";

export interface FetchRequest {
  readonly url: string;
  /** GET if absent; redirects are followed for GET only. */
  readonly method?: string | undefined;
  /** Names in lower case; not sent to another origin after a redirect. */
  readonly headers?: Headers | undefined;
  readonly body?: string | Uint8Array | undefined;
  /**
   * Whether the destination may continue the trace of this request: only a receiver that was
   * configured for data of the platform. Others must not recognize requests that belong together.
   */
  readonly continuesTrace?: boolean | undefined;
  /** Whether a redirect is returned instead of followed. */
  readonly returnsRedirects?: boolean | undefined;
  /** The maximum size of the response body, decompressed, in bytes. */
  readonly largest: number;
  /** The timeout of the whole request, in milliseconds. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchResponse {
  /** Any status; the caller interprets it. */
  readonly status: number;
  /** The URL after redirects. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A response whose body is read while it arrives. */
export interface StreamedResponse extends Omit<FetchResponse, "body"> {
  /** Rejects with `FetchFailure`; to stop reading closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Resolves a name to all its addresses, as `lookup` of node:dns does with `all`. */
export type DnsLookup = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface FetchGuard {
  readonly mayReach: (address: string) => boolean;
  readonly lookup: DnsLookup;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;

/**
 * @param mayReach whether a connection to an IP address is allowed
 * @param lookup the system resolver, unless a test replaces it
 * @throws FetchFailure if there is no complete response
 */
export async function fetchGuarded(
  request: FetchRequest,
  mayReach: (address: string) => boolean,
  lookup: DnsLookup = systemLookup,
): Promise<FetchResponse> {
  const deadline = AbortSignal.timeout(request.patience);
  try {
    const { answer, url } = await follow(request, openGuard(request, deadline, mayReach, lookup));
    const body = await readBoundedBody(answer, request.largest, url.href);
    return { ...readHead(answer, url), body };
  } catch (error) {
    throw toFailure(error, request, deadline);
  }
}

/**
 * The same for a response that is read while it arrives, within the same limits of time and size.
 * @throws FetchFailure if there is no response
 */
export async function streamGuarded(
  request: FetchRequest,
  mayReach: (address: string) => boolean,
  lookup: DnsLookup = systemLookup,
): Promise<StreamedResponse> {
  const deadline = AbortSignal.timeout(request.patience);
  try {
    const { answer, url } = await follow(request, openGuard(request, deadline, mayReach, lookup));
    return { ...readHead(answer, url), body: readChunks(request, answer, deadline) };
  } catch (error) {
    throw toFailure(error, request, deadline);
  }
}

async function* readChunks(request: FetchRequest, answer: IncomingMessage, deadline: AbortSignal) {
  try {
    yield* readBoundedChunks(answer, request.largest, request.url);
  } catch (error) {
    throw toFailure(error, request, deadline);
  }
}

function openGuard(
  { signal }: FetchRequest,
  deadline: AbortSignal,
  mayReach: FetchGuard["mayReach"],
  lookup: DnsLookup,
): FetchGuard {
  return { mayReach, lookup, signal: AbortSignal.any(signal ? [deadline, signal] : [deadline]) };
}

function toFailure(error: unknown, request: FetchRequest, deadline: AbortSignal): FetchFailure {
  if (deadline.aborted) {
    return new FetchFailure(
      "timeout",
      `${request.url} did not respond completely within ${request.patience / 1000} seconds.`,
    );
  }
  if (error instanceof FetchFailure) return error;
  return new FetchFailure("failed", `Fetching ${request.url} failed: ${formatReason(error)}.`);
}

function readHead(answer: IncomingMessage, url: URL): Omit<FetchResponse, "body"> {
  return { status: answer.statusCode ?? 0, url: url.href, headers: getHeaders(answer) };
}

/** Sends the request and follows redirects; the body is not read. */
async function follow(
  request: FetchRequest,
  way: FetchGuard,
): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> {
  const first = checkAddress(request.url, way);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const isSameOrigin = url.origin === first.origin;
    const answer = await send(url, isSameOrigin ? request : { ...request, headers: {} }, way);
    const next = findRedirect(answer, request);
    if (next === undefined) return { answer, url };
    // The body of a redirect is not read.
    answer.destroy();
    if (redirects === mostRedirects) {
      throw createRefusal(`${request.url} has more than ${mostRedirects} redirects.`);
    }
    url = checkAddress(next, way, url);
  }
}

function findRedirect(
  answer: IncomingMessage,
  { method = "GET", returnsRedirects = false }: FetchRequest,
): string | undefined {
  if (returnsRedirects) return undefined;
  const redirects = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0);
  return redirects && method === "GET" ? answer.headers.location : undefined;
}

/** @throws FetchFailure for a URL that can be refused without a lookup */
function checkAddress(text: string, { mayReach }: FetchGuard, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  const from = base === undefined ? "" : ` (redirect from ${base.href})`;
  if (!url) throw createRefusal(`${text}${from} is not a valid URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw createRefusal(
      `${text}${from} has the unsupported scheme ${url.protocol}. Use http or https.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw createRefusal(
      `The URL for ${url.host}${from} contains credentials. Remove the user name and password.`,
    );
  }
  // A hostname is checked when it is resolved; an IP address is never resolved.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && !mayReach(host)) throw createPrivateHostFailure(url.hostname);
  return url;
}

function send(url: URL, request: FetchRequest, way: FetchGuard): Promise<IncomingMessage> {
  const begin = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = begin({
      ...urlToHttpOptions(url),
      method: request.method ?? "GET",
      headers: {
        "user-agent": "tome",
        accept: "*/*",
        "accept-encoding": "gzip, deflate, br",
        ...request.headers,
      },
      // A new connection for each request, because a reused one would not be checked again.
      agent: false,
      lookup: createCheckingLookup(way),
      signal: way.signal,
    });
    sent.on("response", resolve).on("error", reject).end(request.body);
  });
}

/** Resolves a name for one connection, which uses only the checked address. */
export function createCheckingLookup({
  mayReach,
  lookup,
}: Pick<FetchGuard, "mayReach" | "lookup">): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, []);
      else if (!first || !addresses.every(({ address }) => mayReach(address))) {
        callback(createPrivateHostFailure(hostname), []);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The message omits the IP address, so that callers cannot explore the names of a private network. */
function createPrivateHostFailure(host: string): FetchFailure {
  return createRefusal(`${host} is on this machine or in a private network. ${howToAllowPrivate}.`);
}

function createRefusal(message: string): FetchFailure {
  return new FetchFailure("refused", message);
}

function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message === "" ? (code ?? "the connection failed") : error.message;
}

function getHeaders({ headers }: IncomingMessage): Headers {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}
