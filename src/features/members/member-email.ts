/** Comparison form of the email addresses of members. */
import { domainToASCII } from "node:url";

/** Letters, digits, marks, hyphens and dots; other characters have a meaning in a URL. */
const domainForm = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * In lower case and Unicode NFC (RFC 6532, section 3.1), with an internationalized domain as ASCII (RFC
 * 5891), so that the same address in two encodings is one member. Spaces and invisible characters at the
 * ends, such as the direction marks of copied texts, are removed.
 */
export function normalizeEmail(text: string): string {
  const email = trimInvisible(text).normalize("NFC").toLowerCase();
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  if (at === -1 || !/[^\0-\x7f]/.test(domain) || !domainForm.test(domain)) return email;
  return `${email.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/** The part after the last @; the whole text if it has none. */
export function getEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

function trimInvisible(text: string): string {
  const characters = [...text];
  const isVisible = (one: string) => !/[\s\p{Cf}]/u.test(one);
  const last = characters.findLastIndex(isVisible);
  return characters.slice(Math.max(characters.findIndex(isVisible), 0), last + 1).join("");
}

/** The text in quotation marks, with invisible characters as escape sequences. */
export function quoteVisibly(text: string): string {
  return JSON.stringify(text).replace(
    /[^\P{C}\n]|[^\P{Z} ]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
