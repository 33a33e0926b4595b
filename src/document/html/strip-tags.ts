/** Texts without the tags of HTML. */

/**
 * Finds what `/<[^>]*>/g` finds, which looks at the rest of the text for each `<` that has no end.
 * @param replacement what stands in place of each tag
 */
export function stripTags(html: string, replacement: string): string {
  let [text, at] = ["", 0];
  for (;;) {
    const start = html.indexOf("<", at);
    const end = start === -1 ? -1 : html.indexOf(">", start);
    if (end === -1) return text + html.slice(at);
    text += html.slice(at, start) + replacement;
    at = end + 1;
  }
}
