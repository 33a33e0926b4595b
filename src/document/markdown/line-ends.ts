/** Line ends: a text is read with `\n` alone, and written over a file with the ones that it has. */
import { diffArrays } from "diff";

export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * A changed text with the line ends of its source: lines that stayed keep theirs, new ones get the
 * more frequent.
 * @param text with `\n` alone
 */
export function restoreLineEnds(source: string, text: string): string {
  const ends = source.match(/\r?\n/g) ?? [];
  const wide = ends.filter((end) => end === "\r\n").length;
  if (wide === 0) return text;
  if (wide === ends.length) return text.replaceAll("\n", "\r\n");
  const usual = wide * 2 > ends.length ? "\r\n" : "\n";
  const [before, after] = [withLineFeeds(source).split("\n"), text.split("\n")];
  const parts: string[] = [];
  let old = 0;
  for (const { added, removed, count, value } of diffArrays(before, after)) {
    for (const line of removed ? [] : value) {
      parts.push(line, (added ? undefined : ends[old++]) ?? usual);
    }
    if (removed) old += count;
  }
  return parts.slice(0, -1).join("");
}
