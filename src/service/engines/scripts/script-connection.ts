/**
 * Requests to a process that runs a script. The client of Miniflare is not used, because it reads files
 * of this machine that the headers of a response name.
 */
import { request as sendRequest, validateHeaderName, validateHeaderValue } from "node:http";
import type { Headers } from "../../../contract/wire.ts";
import type { ScriptRequest } from "./script-messages.ts";

interface ScriptConnection {
  /** The URL of the process. */
  readonly url: URL;
  /** Headers for the modules around the script. */
  readonly ownHeaders: Headers;
}

/** Headers of a connection, and those with a meaning for the runtime. */
const reserved =
  /^(?:accept-encoding|connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|cf-.*|mf-.*|x-tome-.*)$/;

export interface OpenedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Stopping to read it closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** @returns the response when its headers have arrived */
export function requestScript(
  { url, method, headers, body }: ScriptRequest,
  { url: process, ownHeaders }: ScriptConnection,
): Promise<OpenedResponse> {
  const { pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    sendRequest(process, {
      method,
      path: pathname + search,
      // The process has few requests in its life, and each connection ends with one.
      agent: false,
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(isSendable)),
        host,
        "accept-encoding": "identity",
        "mf-original-url": url,
        "mf-disable-pretty-error": "true",
        ...ownHeaders,
      },
    })
      .on("response", (response) => {
        const entries = Object.entries(response.headersDistinct).map(
          ([name, values = []]) => [name, values.join(", ")] as const,
        );
        const { statusCode = 500 } = response;
        resolve({ status: statusCode, headers: Object.fromEntries(entries), body: response });
      })
      .on("error", reject)
      .end(body);
  });
}

function isSendable([name, value]: readonly [string, string]): boolean {
  if (reserved.test(name.toLowerCase())) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
