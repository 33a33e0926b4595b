/** What the head of a request may contain, checked before any of it is used. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { WireResponse } from "../../contract/wire.ts";
import { failure } from "../core/answers.ts";

/** If one is given twice, a proxy could use one value and the platform the other. */
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

type Head = Pick<IncomingMessage, "rawHeaders" | "headers" | "httpVersion" | "method">;

/** @returns the refusal, which ends the connection, or undefined if the head is sound */
export function refuseHead({
  rawHeaders,
  headers,
  httpVersion,
  method,
}: Head): WireResponse | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return refused(505, "The versions of HTTP that are spoken here are 1.1 and 1.0.");
  }
  const names = new Set<string>();
  // One test for all: nearly every head is printable.
  const mayBeFaulty = !printable.test(rawHeaders.join(""));
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    if (atMostOnce.has(name)) {
      if (names.has(name)) return refused(400, `The header ${name} is given twice; send it once.`);
      names.add(name);
    }
    if (mayBeFaulty && !isUtf8(Buffer.from(rawHeaders[at + 1] ?? "", "latin1"))) {
      return refused(400, `The header ${name} is not valid UTF-8.`);
    }
  }
  if (httpVersion === "1.1" && !names.has("host")) {
    return refused(400, "The request has no header Host; send the platform's own address in it.");
  }
  const { "transfer-encoding": coding, "content-encoding": encoding, expect } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion !== "1.1")) {
    return refused(400, "The only Transfer-Encoding that is read is chunked, in HTTP/1.1.");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return refused(415, "The body must be sent as it is, without the header Content-Encoding.");
  }
  const hasBody = coding !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && (method === "GET" || method === "HEAD")) {
    return refused(400, `A ${method} takes no body; send its fields in the query.`);
  }
  if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
    return refused(417, "The only Expect that is met is 100-continue; send it once.");
  }
  return undefined;
}

function refused(status: number, message: string): WireResponse {
  return failure(status, message, { connection: "close" });
}
