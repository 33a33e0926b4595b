/** Download of the bytes at a URL from a response, such as a PDF or a file, without the token. */
import type { WireResponse } from "../../contract/wire.ts";
import { ApiError, NetworkError } from "../../errors.ts";
import { toPlainUrl } from "../address.ts";
import type { ClientConfig } from "../exchange.ts";
import { PermanentNetworkError } from "../network-errors.ts";
import { mayRepeat, waitBefore } from "../retry.ts";
import { isSameOrigin } from "../token.ts";
import { type Deadline, openDeadline } from "./deadline.ts";
import { toProblem } from "./read-response.ts";
import { mostRedirects, redirects } from "./redirects.ts";
import { findRequestId } from "./response.ts";

const request = { method: "GET", once: false, check: "/" } as const;

interface DownloadResponse {
  readonly response: WireResponse;
  readonly bytes: Buffer;
  readonly url: URL;
}

export interface DownloadOptions {
  /** Refuses redirects to another origin. */
  readonly sameOrigin?: boolean | undefined;
}

/**
 * @throws ApiError for an error response, and for a URL that is not followed
 * @throws NetworkError without a complete response
 */
export async function download(
  address: string,
  line: ClientConfig,
  options: DownloadOptions = {},
): Promise<Uint8Array> {
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  for (let failed = 0; ; failed++) {
    const attempt = await follow(parseWebUrl(address), line, deadline, options).catch((error) => {
      if (error instanceof NetworkError) return { fault: error };
      throw error;
    });
    const failure = "fault" in attempt ? attempt : attempt.response;
    if (!("fault" in failure) && failure.status >= 200 && failure.status <= 299) {
      return "bytes" in attempt ? attempt.bytes : new Uint8Array();
    }
    if (failed < line.retries && mayRepeat(request, failure)) {
      const wait = waitBefore(failed, failure, line.clock.random());
      if (deadline.allows(wait)) {
        line.tracer?.wait(wait);
        await line.clock.sleep(wait);
        continue;
      }
    }
    if ("fault" in attempt) throw attempt.fault;
    const { status, headers } = attempt.response;
    const text = attempt.bytes.toString("utf8");
    throw await toProblem(request, { status, headers, text, url: attempt.url }, (said) => said);
  }
}

/** The download contains no secret, so another server is allowed; plain http after https is not. */
async function follow(
  start: URL,
  line: ClientConfig,
  deadline: Deadline,
  { sameOrigin = false }: DownloadOptions,
): Promise<DownloadResponse> {
  for (let hops = 0, url = start; ; hops++) {
    const fetched = await fetchOnce(url, line, deadline);
    const { status, headers } = fetched.response;
    if (!redirects.has(status)) return fetched;
    const target = parseWebUrl(new URL(headers.location ?? "", url).href);
    if (sameOrigin && !isSameOrigin(target, start)) {
      const said = `The redirect to ${toPlainUrl(target)} was not followed: it leads to another origin.`;
      throw new ApiError(status, said, { requestId: findRequestId(headers) });
    }
    if (url.protocol === "https:" && target.protocol === "http:") {
      const said = `The redirect to ${toPlainUrl(target)} was not followed: it leaves https.`;
      throw new ApiError(status, said, { requestId: findRequestId(headers) });
    }
    if (hops >= mostRedirects) {
      throw new ApiError(
        status,
        `The download has too many redirects; the last one leads to ${toPlainUrl(target)}.`,
        {
          requestId: findRequestId(headers),
        },
      );
    }
    url = target;
  }
}

async function fetchOnce(
  url: URL,
  line: ClientConfig,
  deadline: Deadline,
): Promise<DownloadResponse> {
  const { tracer, clock, userAgent, transport } = line;
  const outgoing = {
    method: "GET" as const,
    url: url.href,
    headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": userAgent },
    signal: deadline.signal,
  };
  const start = clock.now();
  tracer?.request(outgoing);
  try {
    const response = await transport(outgoing);
    const bytes = await readBytes(response, line.largestBody);
    tracer?.answer(outgoing, response, "", clock.now() - start);
    return { response, bytes, url };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const fault = deadline.signal.aborted ? deadline.fault(url.host, error.arrived) : error;
    tracer?.fault(fault.message, clock.now() - start);
    throw fault;
  }
}

export async function readBytes({ body }: WireResponse, limit: number): Promise<Buffer> {
  if (typeof body === "string") return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new PermanentNetworkError(`The download is larger than the limit of ${limit} bytes.`, {
        arrived: "perhaps",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The URL in a response must be an http or https URL. */
export function parseWebUrl(text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  }
  throw new ApiError(502, "The platform returned an invalid URL.");
}
