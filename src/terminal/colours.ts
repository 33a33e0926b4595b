/** The styles in colour; the one file that loads chalk. */
import type { Style } from "./style.ts";

/** Level 1 is fixed, as style.ts decides whether a stream gets colour: chalk would look at the process. */
export async function openColours(): Promise<Style> {
  const { Chalk } = await import("chalk");
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level: 1 });
  return { bold, dim, red, green, yellow, cyan };
}
