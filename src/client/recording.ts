/** A wire that writes down what travels over another one, with secrets removed. */
import { isUtf8 } from "node:buffer";
import type { Headers, Transport, WireRequest, WireResponse } from "../contract/wire.ts";
import { Unreachable } from "../errors.ts";
import type { Exchange, RecordedAnswer, RecordedRequest } from "./record.ts";
import { shownAddress, shownBody, shownValue, tokenRemover } from "./secrets.ts";

type Clean = (text: string) => string;

/** The headers of a request that say something of it. */
const telling = new Set(["accept", "content-type", "if-match", "if-none-match", "prefer"]);

/** What a request is known by in a record. */
export function recordedRequest(request: WireRequest, clean: Clean): RecordedRequest {
  const headers = Object.entries(request.headers).filter(([name]) => telling.has(name));
  return {
    method: request.method,
    url: clean(shownAddress(request.url)),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, clean(value)])),
    ...(request.body !== undefined && { body: clean(shownBody(request.body)) }),
  };
}

/**
 * A function that wraps the wire of a client.
 * @param write is given each exchange when it has ended
 */
export function openRecorder(
  write: (exchange: Exchange) => void,
): (wire: Transport, token: string | undefined) => Transport {
  let sent = 0;
  return (wire, token) => {
    const clean = tokenRemover(token);
    return async (request) => {
      const start = performance.now();
      const asked = {
        kind: "exchange" as const,
        number: ++sent,
        request: recordedRequest(request, clean),
      };
      const end = (rest: Pick<Exchange, "answer" | "fault">) =>
        write({ ...asked, ...rest, milliseconds: Math.round(performance.now() - start) });
      try {
        return noting(await wire(request), clean, end);
      } catch (error) {
        end({ fault: faultOf(error, clean) });
        throw error;
      }
    };
  };
}

function noting(
  response: WireResponse,
  clean: Clean,
  end: (rest: Pick<Exchange, "answer" | "fault">) => void,
): WireResponse {
  const { status, body } = response;
  const headers = headersOf(response.headers, clean);
  const answer = (bytes: Buffer): RecordedAnswer => ({ status, headers, ...bodyOf(bytes, clean) });
  if (typeof body === "string") {
    end({ answer: answer(Buffer.from(body)) });
    return response;
  }
  async function* passing(chunks: AsyncIterable<Uint8Array>) {
    const seen: Uint8Array[] = [];
    let fault: Exchange["fault"];
    try {
      for await (const chunk of chunks) {
        seen.push(chunk);
        yield chunk;
      }
    } catch (error) {
      fault = faultOf(error, clean);
      throw error;
    } finally {
      end({ answer: answer(Buffer.concat(seen)), ...(fault && { fault }) });
    }
  }
  return { ...response, body: passing(body) };
}

function headersOf(headers: Headers, clean: Clean): Headers {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    clean(shownValue(name, value)),
  ]);
  return Object.fromEntries(shown);
}

function bodyOf(bytes: Buffer, clean: Clean): Pick<RecordedAnswer, "body" | "bodyBase64"> {
  if (isUtf8(bytes)) return { body: clean(shownBody(bytes.toString("utf8"))) };
  const cleaned = Buffer.from(clean(bytes.toString("latin1")), "latin1");
  return { bodyBase64: cleaned.toString("base64") };
}

function faultOf(error: unknown, clean: Clean): NonNullable<Exchange["fault"]> {
  const arrived = error instanceof Unreachable ? error.arrived : "perhaps";
  return { message: clean(error instanceof Error ? error.message : "It broke off."), arrived };
}
