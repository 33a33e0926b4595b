/** The headers of an answer, as both wires hand them over, and what is read from them. */
import type { Headers } from "../contract/wire.ts";

/** One text for each name; a header that came several times is joined. */
export function flatten(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}

/** The id under which the platform remembers a request. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers["x-request-id"] ?? headers["request-id"] ?? headers["x-correlation-id"];
}
