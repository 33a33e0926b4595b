/** Character references of HTML: decoding of every form, and encoding as on the hosted platform. */
import { decodeString } from "micromark-util-decode-string";

/** Decodes each reference; in HTML a backslash is a plain character. */
export function decodeCharacters(text: string): string {
  return text.includes("&") ? decodeString(text.replaceAll("\\", "\\\\")) : text;
}

/** Encodes text between tags. */
export function encodeCharacters(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;").replaceAll(">", "&#x3E;");
}

/** Encodes text in an attribute with quotes. */
export function encodeAttributeValue(text: string): string {
  return encodeCharacters(text).replaceAll('"', "&#x22;").replaceAll("'", "&#x27;");
}
