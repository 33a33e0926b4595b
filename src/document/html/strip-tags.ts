/** Removal of HTML tags from text. */

/**
 * Equivalent to `/<[^>]*>/g`, but linear: the expression scans the rest of the text for each `<`
 * without an end.
 * @param replacement text in place of each tag
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
