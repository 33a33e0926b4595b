/** Response as received: body, headers and request id. */
import type { Headers } from "../../contract/wire.ts";

/** One text for each name; repeated headers are joined. */
export function flatten(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}

/** The request id that the platform assigned. */
export function findRequestId(headers: Headers): string | undefined {
  return headers["x-request-id"] ?? headers["request-id"] ?? headers["x-correlation-id"];
}

export interface WholeAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly text: string;
  /** The URL of the response, after redirects. */
  readonly url: URL;
}
