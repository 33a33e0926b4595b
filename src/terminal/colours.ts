/** The styles in colour; the one file that loads chalk. */
import type { Style } from "./style.ts";

/** Of a web address, what can be put into a link: nothing that ends it, and nothing that cannot be seen. */
const LINKABLE = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,2000}$/;

/**
 * Level 1 is fixed, as style.ts decides whether a stream gets colour: chalk would look at the process.
 * @param links whether the terminal knows links
 */
export async function openColours(links = false): Promise<Style> {
  const { Chalk } = await import("chalk");
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level: 1 });
  const link = (text: string, address: string): string =>
    links && LINKABLE.test(address)
      ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`
      : text;
  return { bold, dim, red, green, yellow, cyan, link };
}
