/** Which addresses of a text a page may lead to: none that a browser would run. */
import { trimEndWhere, trimStartWhere } from "../../json/trimming.ts";

/** Schemes that open something and run nothing. */
const schemes = /^(?:https?|mailto|tel|sms|ftp|irc|xmpp|geo|webcal|ssh|git|vscode|slack):/i;

/** Browsers leave out tabs and line ends, and controls at both ends. */
function withoutSkipped(address: string): string {
  const isSkipped = (unit: number) => unit <= 0x20;
  return trimStartWhere(trimEndWhere(address.replace(/[\t\n\r]/g, ""), isSkipped), isSkipped);
}

/** @returns the address without what browsers would leave out, undefined for one that is not safe */
export function safeAddress(address: string): string | undefined {
  const plain = withoutSkipped(address);
  if (plain === "") return undefined;
  if (schemes.test(plain)) return plain;
  // A colon before any slash would be read as the end of a scheme.
  return /^[^/?#]*:/.test(plain) ? undefined : plain;
}

/** Whether a page of another host is behind it. */
export function isForeign(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);
}
