/** Validation of request heads before any part of them is used. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { WireResponse } from "../../../contract/wire.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";

/** If one of these is repeated, a proxy could use one value and the platform the other. */
const atMostOnce: ReadonlySet<string> = new Set([
  "host",
  "authorization",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "origin",
]);

const printable = /^[\t\x20-\x7e]*$/;

type RequestHead = Pick<IncomingMessage, "rawHeaders" | "headers" | "httpVersion" | "method">;

/** @returns the error, which ends the connection, or undefined if the head is valid */
export function refuseHead({
  rawHeaders,
  headers,
  httpVersion,
  method,
}: RequestHead): WireResponse | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return createRefusal(505, "The HTTP version is not supported. Use HTTP/1.1 or HTTP/1.0.");
  }
  const names = new Set<string>();
  // One test for the whole head, because nearly every head is printable.
  const mayBeFaulty = !printable.test(rawHeaders.join(""));
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (atMostOnce.has(name)) {
      if (names.has(name))
        return createRefusal(400, `The header ${name} is repeated. Send it once.`);
      names.add(name);
    }
    if (mayBeFaulty && !isUtf8(Buffer.from(rawHeaders[index + 1] ?? "", "latin1"))) {
      return createRefusal(400, `The header ${name} is not valid UTF-8.`);
    }
  }
  if (httpVersion === "1.1" && !names.has("host")) {
    return createRefusal(400, "The Host header is missing. Send it with the platform's host.");
  }
  const { "transfer-encoding": coding, "content-encoding": encoding, expect } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion !== "1.1")) {
    return createRefusal(400, "The Transfer-Encoding is not supported. Use chunked, in HTTP/1.1.");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return createRefusal(
      415,
      "The Content-Encoding header is not supported. Send the body without it.",
    );
  }
  const hasBody = coding !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && (method === "GET" || method === "HEAD")) {
    return createRefusal(
      400,
      `${method} requests must not have a body. Send the fields in the query.`,
    );
  }
  if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
    return createRefusal(417, "The Expect header is not supported. Use 100-continue, once.");
  }
  return undefined;
}

function createRefusal(status: number, message: string): WireResponse {
  return createErrorResponse(status, message, { connection: "close" });
}
