/** Line breaks: texts are parsed with `\n` and written with the line breaks of the file. */
import { diffArrays } from "diff";

export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * Restores the line breaks of the source: unchanged lines keep theirs, new lines get the more
 * frequent ones.
 * @param text with `\n` line breaks
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
