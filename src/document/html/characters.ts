/** Character references of HTML: read in every form, and written as the hosted platform does. */
import { decodeString } from "micromark-util-decode-string";

/** Each of them as what it stands for; a backslash is one in HTML. */
export function decoded(text: string): string {
  return text.includes("&") ? decodeString(text.replaceAll("\\", "\\\\")) : text;
}

/** Text as written in HTML, between tags. */
export function encoded(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;").replaceAll(">", "&#x3E;");
}

/** The same within the quotes of an attribute. */
export function encodedValue(text: string): string {
  return encoded(text).replaceAll('"', "&#x22;").replaceAll("'", "&#x27;");
}
