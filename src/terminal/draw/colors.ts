/** Colored styles. No other module loads chalk. */
import type { Style } from "../style.ts";

/**
 * The part of a URL that is safe in a terminal link: without characters that end the link or are
 * invisible.
 */
const LINKABLE = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,2000}$/;

/**
 * The level is fixed at 1, because style.ts decides whether a stream gets color: chalk would
 * inspect the process.
 * @param links whether the terminal supports links
 */
export async function openColors(links = false): Promise<Style> {
  const { Chalk } = await import("chalk");
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level: 1 });
  const link = (text: string, address: string): string =>
    links && LINKABLE.test(address)
      ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`
      : text;
  return { bold, dim, red, green, yellow, cyan, link };
}
