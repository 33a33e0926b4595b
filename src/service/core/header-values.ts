/** Values of response headers that come from data. */
import type { Headers } from "../../contract/wire.ts";

/** Node.js refuses to send a header with such a character, which would turn the response into an error. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Headers that can be sent: characters outside Latin-1 are percent-encoded as UTF-8, as in a URL, and
 * control characters are removed. Other headers are returned unchanged.
 */
export function toSendableHeaders(headers: Headers): Headers {
  const values = Object.entries(headers);
  if (!values.some(([, value]) => unsendable.test(value))) return headers;
  return Object.fromEntries(values.map(([name, value]) => [name, toSendableValue(value)]));
}

function toSendableValue(value: string): string {
  return value
    .replace(/[^\t\x20-\x7e\x80-\u{10ffff}]/gu, "")
    .replace(/[^\t\x20-\x7e\x80-\xff]/gu, encodeBytes);
}

/** A lone surrogate becomes the replacement character. */
function encodeBytes(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
}
