/** Emoji in place of their short codes. */
import type { RenderContext } from "./render-context.ts";

/** Whether a text may contain a short code, so that the list of emoji is needed. */
export function hasShortCode(text: string): boolean {
  return /:[a-z\d_+-]{1,60}:/.test(text);
}

/** Short codes between words; a time such as `10:30:00` has none. */
export function withEmoji(text: string, { emoji }: Pick<RenderContext, "emoji">): string {
  if (!emoji) return text;
  return text.replace(
    /(?<![\p{L}\p{N}:]):([a-z\d_+-]{1,60}):(?![\p{L}\p{N}])/gu,
    (code, name: string) => emoji(name) ?? code,
  );
}
