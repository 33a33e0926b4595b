/** The styles in colour; the one file that loads chalk, where a stream gets colour. */
import type { Style } from "./style.ts";

/** Whether a stream gets colour is decided before: chalk would look at the process. */
export async function openColours(): Promise<Style> {
  const { Chalk } = await import("chalk");
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level: 1 });
  return { bold, dim, red, green, yellow, cyan };
}
