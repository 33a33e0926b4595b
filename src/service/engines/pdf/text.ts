/** Texts of PDFs: characters without a glyph are removed, and emoji have their own font. */
import { withEmoji } from "../../../document/html/short-codes.ts";
import type { PageContext } from "./book.ts";
import { emojiFont } from "./fonts.ts";

/** A part of a text, in another font if it is an emoji. */
export interface FontRun {
  readonly text: string;
  readonly font?: string;
}

/**
 * Emoji with their modifiers, flags, and sequences of joined emoji. Signs that are text by default,
 * such as `☑`, are emoji only with a variation selector.
 */
const emoji =
  /(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|[\u{1f000}-\u{1faff}]|\p{Extended_Pictographic}\ufe0f)(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*)/gu;

/** Removes characters without a glyph; a tab becomes four spaces. */
export function clean(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(/(?!\n)\p{Cc}|\p{Cs}|\p{Cn}|\p{Variation_Selector}/gu, "");
}

/** A text in parts by font; no part is empty. */
export function toFontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  let from = 0;
  const add = (end: number) => {
    const part = clean(text.slice(from, end));
    if (part !== "") runs.push({ text: part });
  };
  for (const match of text.matchAll(emoji)) {
    add(match.index);
    runs.push({ text: clean(match[0]), font: emojiFont });
    from = match.index + match[0].length;
  }
  add(text.length);
  return runs;
}

/** A text without short codes as the content of a block: a string, unless it has emoji. */
export function toPlainContent(text: string): string | FontRun[] {
  const runs = toFontRuns(text);
  return runs.some(({ font }) => font !== undefined) ? runs : clean(text);
}

/** The same for a text whose short codes are emoji, such as a title. */
export function toTextContent(
  text: string,
  context: Pick<PageContext, "emoji">,
): string | FontRun[] {
  return toPlainContent(withEmoji(text, { emoji: context.emoji }));
}
