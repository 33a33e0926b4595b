/** Texts of other machines: bytes in the character set that they state. */
import type { JsonValue } from "../../json/values.ts";
import type { FetchResponse } from "./network/guarded-fetch.ts";

/** @param charset UTF-8 is used in place of an unknown one */
export function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes a body by the character set of its header, UTF-8 by default. */
export function decodeBody({ headers, body }: FetchResponse): string {
  const [, charset = "utf-8"] =
    /charset\s*=\s*"?([\w-]+)/i.exec(headers["content-type"] ?? "") ?? [];
  return decodeText(body, charset);
}

/** @throws an error unless the body is JSON in UTF-8 */
export function parseJsonBody(body: Uint8Array): JsonValue {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
}
