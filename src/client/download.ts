/** Fetches the bytes behind an address that an answer gave, such as a PDF or a file: never with the token. */
import type { WireResponse } from "../contract/wire.ts";
import { Problem, Unreachable } from "../errors.ts";
import { bare } from "./address.ts";
import { toProblem } from "./answers.ts";
import { type Deadline, openDeadline } from "./deadline.ts";
import type { Line } from "./exchange.ts";
import { Lasting } from "./faults.ts";
import { mostRedirects, redirects } from "./redirects.ts";
import { findRequestId } from "./response.ts";
import { mayRepeat, waitBefore } from "./retry.ts";

const request = { method: "GET", once: false, check: "/" } as const;

interface Fetched {
  readonly response: WireResponse;
  readonly bytes: Buffer;
  readonly url: URL;
}

/**
 * @throws Problem for an answer of refusal, and for an address that is not followed
 * @throws Unreachable if no whole answer came
 */
export async function download(address: string, line: Line): Promise<Uint8Array> {
  const deadline = openDeadline(line.timeoutSeconds, line.clock);
  for (let failed = 0; ; failed++) {
    const attempt = await follow(webAddress(address), line, deadline).catch((error) => {
      if (error instanceof Unreachable) return { fault: error };
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

/** Bytes carry no secret of ours, so another server may have them; plain http after https may not. */
async function follow(start: URL, line: Line, deadline: Deadline): Promise<Fetched> {
  for (let hops = 0, url = start; ; hops++) {
    const fetched = await fetchOnce(url, line, deadline);
    const { status, headers } = fetched.response;
    if (!redirects.has(status)) return fetched;
    const target = webAddress(new URL(headers.location ?? "", url).href);
    if (hops >= mostRedirects || (url.protocol === "https:" && target.protocol === "http:")) {
      throw new Problem(status, `The server sends the download on to ${bare(target)}, too far.`, {
        requestId: findRequestId(headers),
      });
    }
    url = target;
  }
}

async function fetchOnce(url: URL, line: Line, deadline: Deadline): Promise<Fetched> {
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
    if (!(error instanceof Unreachable)) throw error;
    const fault = deadline.signal.aborted ? deadline.fault(url.host, error.arrived) : error;
    tracer?.fault(fault.message, clock.now() - start);
    throw fault;
  }
}

async function readBytes({ body }: WireResponse, limit: number): Promise<Buffer> {
  if (typeof body === "string") return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new Lasting(`The download is larger than ${limit} bytes, so it was given up.`, {
        arrived: "perhaps",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** What an answer names is a web address, or is not fetched. */
function webAddress(text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  }
  throw new Problem(502, "The platform names an address to download from that is no web address.");
}
