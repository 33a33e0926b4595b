/** Safe URLs for links of a page: none that a browser would execute. */
import { trimEndWhere, trimStartWhere } from "../../json/trim.ts";

/** Schemes that do not execute anything. */
const schemes = /^(?:https?|mailto|tel|sms|ftp|irc|xmpp|geo|webcal|ssh|git|vscode|slack):/i;

/** Browsers ignore tabs and line breaks, and control characters at both ends. */
function withoutSkipped(address: string): string {
  const isSkipped = (unit: number) => unit <= 0x20;
  return trimStartWhere(trimEndWhere(address.replace(/[\t\n\r]/g, ""), isSkipped), isSkipped);
}

/** @returns the URL without the characters that browsers ignore; undefined for an unsafe one */
export function toSafeUrl(address: string): string | undefined {
  const plain = withoutSkipped(address);
  if (plain === "") return undefined;
  if (schemes.test(plain)) return plain;
  // A colon before the first slash would end a scheme.
  return /^[^/?#]*:/.test(plain) ? undefined : plain;
}

/** Whether the URL leads to another host. */
export function isForeign(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);
}
