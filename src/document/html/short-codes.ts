/** Emoji in place of their short codes. */
import type { RenderContext } from "./render-context.ts";

/** Short codes between words; a time such as `10:30:00` has none. */
export function withEmoji(text: string, { emoji }: Pick<RenderContext, "emoji">): string {
  if (!emoji) return text;
  return text.replace(
    /(?<![\p{L}\p{N}:]):([a-z\d_+-]{1,60}):(?![\p{L}\p{N}])/gu,
    (code, name: string) => emoji(name) ?? code,
  );
}
