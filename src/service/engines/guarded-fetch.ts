/**
 * Fetches from addresses that people give, but not from private networks: the IP address that a name
 * resolves to is checked at each connection, redirects included, and the answer is read within limits
 * of size, time and compression.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import type { Headers } from "../../contract/wire.ts";
import { boundedBody } from "./bounded-body.ts";
import { FetchFailure } from "./fetch-failure.ts";
import { howToAllowPrivate } from "./public-addresses.ts";

export interface FetchRequest {
  readonly url: string;
  /** GET if absent; only a GET follows redirects. */
  readonly method?: "GET" | "POST" | undefined;
  /** Names in lower case; not sent to another origin that a redirect leads to. */
  readonly headers?: Headers | undefined;
  readonly body?: string | undefined;
  /** The largest body of the answer, decompressed, in bytes. */
  readonly largest: number;
  /** The time for the whole fetch, in milliseconds. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Fetched {
  /** Any status: the caller decides what it means. */
  readonly status: number;
  /** The address after redirects. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Finds all addresses of a name, as `lookup` of node:dns does with `all`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Way {
  readonly mayReach: (address: string) => boolean;
  readonly lookup: Lookup;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;

/**
 * @param mayReach whether a connection to an IP address may be made
 * @param lookup the system's own, unless a test replaces it
 * @throws FetchFailure if there is no complete answer
 */
export async function guardedFetch(
  request: FetchRequest,
  mayReach: (address: string) => boolean,
  lookup: Lookup = systemLookup,
): Promise<Fetched> {
  const deadline = AbortSignal.timeout(request.patience);
  const signals = request.signal ? [deadline, request.signal] : [deadline];
  const way = { mayReach, lookup, signal: AbortSignal.any(signals) };
  try {
    return await follow(request, way);
  } catch (error) {
    if (deadline.aborted) {
      throw new FetchFailure(
        "timeout",
        `${request.url} did not answer whole within ${request.patience / 1000} seconds.`,
      );
    }
    if (error instanceof FetchFailure) throw error;
    throw new FetchFailure("failed", `${request.url} could not be fetched: ${reason(error)}.`);
  }
}

async function follow(request: FetchRequest, way: Way): Promise<Fetched> {
  const first = checkedAddress(request.url, way);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const own = url.origin === first.origin;
    const answer = await send(url, own ? request : { ...request, headers: {} }, way);
    const next = findRedirect(answer, request);
    if (next === undefined) {
      const body = await boundedBody(answer, request.largest, url.href);
      return { status: answer.statusCode ?? 0, url: url.href, headers: getHeaders(answer), body };
    }
    // The body of a redirect is not read.
    answer.destroy();
    if (redirects === mostRedirects) {
      throw refused(`${request.url} redirects more than ${mostRedirects} times.`);
    }
    url = checkedAddress(next, way, url);
  }
}

function findRedirect(
  answer: IncomingMessage,
  { method = "GET" }: FetchRequest,
): string | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(answer.statusCode ?? 0);
  return redirects && method === "GET" ? answer.headers.location : undefined;
}

/** @throws FetchFailure for an address that can be refused without a lookup */
function checkedAddress(text: string, { mayReach }: Way, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  const from = base === undefined ? "" : `, to which ${base.href} redirects,`;
  if (!url) throw refused(`${text}${from} is not a web address.`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refused(
      `${text}${from} has the scheme ${url.protocol} and only http and https are fetched.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw refused(`The address at ${url.host}${from} holds a user name or password; leave it out.`);
  }
  // A name is checked when it is looked up; an IP address is never looked up.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && !mayReach(host)) throw privateHost(url.hostname);
  return url;
}

function send(url: URL, request: FetchRequest, way: Way): Promise<IncomingMessage> {
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
      // A new connection each time: a reused one would not be checked again.
      agent: false,
      lookup: checkingLookup(way),
      signal: way.signal,
    });
    sent.on("response", resolve).on("error", reject).end(request.body);
  });
}

/** Looks up a name for one connection, which is made to the checked address and no other. */
export function checkingLookup({
  mayReach,
  lookup,
}: Pick<Way, "mayReach" | "lookup">): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, []);
      else if (!first || !addresses.every(({ address }) => mayReach(address))) {
        callback(privateHost(hostname), []);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** It does not say the IP address, so that callers cannot explore the names of a private network. */
function privateHost(host: string): FetchFailure {
  return refused(
    `${host} is in a private network or on this machine, where nothing is fetched from. ${howToAllowPrivate}.`,
  );
}

function refused(message: string): FetchFailure {
  return new FetchFailure("refused", message);
}

function reason(error: unknown): string {
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
