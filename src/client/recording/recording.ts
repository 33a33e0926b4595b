/** Transport that records the exchanges of another one, without secrets. */
import { isUtf8 } from "node:buffer";
import { plainHeaders } from "../../contract/secret-fields.ts";
import type { Headers, Transport, WireRequest, WireResponse } from "../../contract/wire.ts";
import { NetworkError } from "../../errors.ts";
import {
  createTokenRemover,
  redactAnswer,
  redactHeader,
  redactRequest,
} from "../secrets/secrets.ts";
import type { RecordedAnswer, RecordedExchange, RecordedRequest } from "./record.ts";

type Clean = (text: string) => string;

/** The identity of a request in a recording. */
export function toRecordedRequest(request: WireRequest, clean: Clean): RecordedRequest {
  const { url, headers, body } = redactRequest(request);
  const told = Object.entries(headers).filter(([name]) => plainHeaders.has(name));
  return {
    method: request.method,
    url: clean(url),
    headers: Object.fromEntries(told.map(([name, value]) => [name, clean(value)])),
    ...(body !== undefined && { body: clean(body) }),
  };
}

/**
 * A function that wraps the transport of a client.
 * @param write receives each exchange when it has ended
 */
export function openRecorder(
  write: (exchange: RecordedExchange) => void,
): (wire: Transport, token: string | undefined) => Transport {
  let sent = 0;
  return (wire, token) => {
    const clean = createTokenRemover(token);
    return async (request) => {
      const start = performance.now();
      const asked = {
        kind: "exchange" as const,
        number: ++sent,
        request: toRecordedRequest(request, clean),
      };
      const end = (rest: Pick<RecordedExchange, "answer" | "fault">) =>
        write({ ...asked, ...rest, milliseconds: Math.round(performance.now() - start) });
      try {
        return recordWhileReading(await wire(request), { request, clean }, end);
      } catch (error) {
        end({ fault: findFault(error, clean) });
        throw error;
      }
    };
  };
}

function recordWhileReading(
  response: WireResponse,
  { request, clean }: { readonly request: WireRequest; readonly clean: Clean },
  end: (rest: Pick<RecordedExchange, "answer" | "fault">) => void,
): WireResponse {
  const { status, body } = response;
  const redact = (text: string) => clean(redactAnswer(text, request));
  const headers = getHeaders(response.headers, redact);
  const answer = (bytes: Buffer): RecordedAnswer => ({
    status,
    headers,
    ...(isUtf8(bytes) ? { body: redact(bytes.toString("utf8")) } : recordBytes(bytes, clean)),
  });
  if (typeof body === "string") {
    end({ answer: answer(Buffer.from(body)) });
    return response;
  }
  async function* passing(chunks: AsyncIterable<Uint8Array>) {
    const seen: Uint8Array[] = [];
    let fault: RecordedExchange["fault"];
    try {
      for await (const chunk of chunks) {
        seen.push(chunk);
        yield chunk;
      }
    } catch (error) {
      fault = findFault(error, clean);
      throw error;
    } finally {
      end({ answer: answer(Buffer.concat(seen)), ...(fault && { fault }) });
    }
  }
  return { ...response, body: passing(body) };
}

function getHeaders(headers: Headers, clean: Clean): Headers {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    clean(redactHeader(name, value)),
  ]);
  return Object.fromEntries(shown);
}

/** Binary data has no members and no URLs. */
function recordBytes(bytes: Buffer, clean: Clean): Pick<RecordedAnswer, "bodyBase64"> {
  const cleaned = Buffer.from(clean(bytes.toString("latin1")), "latin1");
  return { bodyBase64: cleaned.toString("base64") };
}

function findFault(error: unknown, clean: Clean): NonNullable<RecordedExchange["fault"]> {
  const arrived = error instanceof NetworkError ? error.arrived : "perhaps";
  return {
    message: clean(error instanceof Error ? error.message : "The connection broke."),
    arrived,
  };
}
