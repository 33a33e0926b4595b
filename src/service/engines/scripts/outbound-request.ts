/** Requests that scripts send: to the platform in this process, or to other machines. */
import type { Headers, Transport, WireRequest } from "../../../contract/wire.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import type { FetchRequest, FetchResponse } from "../network/guarded-fetch.ts";
import type { OutboundAnswer, ScriptRequest } from "./script-messages.ts";

/** The maximum size of a response, in bytes. */
const limit = 10 * 1024 * 1024;
/** In milliseconds. */
const patience = 10_000;

export interface ScriptEgress {
  readonly fetch: (request: FetchRequest) => Promise<FetchResponse>;
}

interface RequestTargets {
  /** The base URL of the platform. */
  readonly base: string;
  /** The platform's operations; absent while it starts. */
  readonly transport: Transport | undefined;
  readonly outside: ScriptEgress;
}

/**
 * Sends a request of a script.
 * @returns a response in any case: that of a failed request has the reason as its body
 */
export async function sendScriptRequest(
  request: ScriptRequest,
  { base, transport, outside }: RequestTargets,
): Promise<OutboundAnswer> {
  try {
    if (isOwn(request.url, base)) return await askPlatform(request, transport);
    return await fetchOutside(request, outside);
  } catch (error) {
    return toRefusal(error);
  }
}

async function askPlatform(
  { url, method, headers, body }: ScriptRequest,
  transport: Transport | undefined,
): Promise<OutboundAnswer> {
  const known = platformMethods.find((one) => one === method);
  if (transport === undefined || known === undefined) {
    throw new FetchFailure("refused", `The platform does not accept ${method} requests.`);
  }
  const { status, ...response } = await transport({
    method: known,
    url,
    isFromScript: true,
    headers: cleanHeaders(headers),
    body: body && Buffer.from(body).toString("utf8"),
  });
  const bytes = await readBody(response.body);
  return { response: { status, headers: cleanHeaders(response.headers), body: bytes } };
}

async function fetchOutside(
  { url, method, headers, body }: ScriptRequest,
  outside: ScriptEgress,
): Promise<OutboundAnswer> {
  const response = await outside.fetch({
    url,
    method,
    headers: cleanHeaders(headers),
    body,
    largest: limit,
    patience,
    // workerd follows redirects itself, so that each one is a separate request.
    returnsRedirects: true,
  });
  return { response: { ...response, headers: cleanHeaders(response.headers) } };
}

const platformMethods: readonly WireRequest["method"][] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
];

/** Scripts reach the API only, not the administration of the platform or its pages. */
function isOwn(text: string, base: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === new URL(base).origin && /^\/v1(?:\/|$)/.test(url.pathname);
}

function toRefusal(error: unknown): OutboundAnswer {
  const reason = error instanceof FetchFailure ? error.reason : "failed";
  const message = error instanceof Error ? error.message : String(error);
  const status = { refused: 403, timeout: 504, failed: 502 }[reason];
  return {
    response: { status, headers: { "content-type": "text/plain" }, body: Buffer.from(message) },
    warning: `A request of the script ${reason === "refused" ? "was refused" : "failed"}: ${message}`,
  };
}

const ownHeaders =
  /^(?:host|connection|keep-alive|transfer-encoding|upgrade|content-length|content-encoding|accept-encoding|cf-.*|mf-.*|x-tome-.*)$/;

function cleanHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
}

async function readBody(body: string | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      throw new FetchFailure("refused", `The response exceeds ${limit} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
