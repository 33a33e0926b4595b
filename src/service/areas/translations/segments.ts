/** What of a text is translated, and what stays as it is: placeholders, addresses, white space. */

/** Template values, printf-like and brace placeholders, addresses, emoji names. */
const kept =
  /(\{\{[^}]*\}\}|\{%[^%]*%\}|\$\{[^}]*\}|\{[\w.]+\}|%(?:\d+\$)?[sdifx@]|\bhttps?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|:[a-z0-9_+-]+:)/gu;

export interface Segment {
  readonly text: string;
  /** Whether it has words in it that are to be translated. */
  readonly translatable: boolean;
}

/** The parts of a text, which make the text again when they are joined. */
export function segmentsOf(text: string): readonly Segment[] {
  return text.split(kept).flatMap((part, index): Segment[] => {
    if (part === "") return [];
    if (index % 2 === 1 || !/\p{L}/u.test(part)) return [{ text: part, translatable: false }];
    // White space at the ends joins the part to its neighbours, and no engine keeps it.
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(part) ?? [];
    return [
      { text: before, translatable: false },
      { text: words, translatable: true },
      { text: after, translatable: false },
    ].filter((segment) => segment.text !== "");
  });
}

/** The words of a text, as a person counts them. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
}
