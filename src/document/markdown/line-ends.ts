/** Line breaks, also single carriage returns, which CommonMark reads as line breaks: texts are parsed with `\n` and written with the line breaks of the file. */
import { diffArrays } from "diff";

export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * Restores the line breaks of the source: unchanged lines keep theirs, also lines that replace as many
 * others; new lines get the most frequent ones.
 * @param text with `\n` line breaks
 */
export function restoreLineEnds(source: string, text: string): string {
  const ends = source.match(lineEnd) ?? [];
  const wide = ends.filter((end) => end === "\r\n").length;
  const single = ends.filter((end) => end === "\r").length;
  if (wide === 0 && single === 0) return text;
  if (wide === ends.length) return text.replaceAll("\n", "\r\n");
  const usual = findUsualEnd(ends.length, wide, single);
  const [before, after] = [withLineFeeds(source).split("\n"), text.split("\n")];
  const parts: string[] = [];
  let old = 0;
  let replaced: readonly string[] = [];
  for (const { added, removed, count, value } of diffArrays(before, after)) {
    if (removed) {
      replaced = ends.slice(old, old + count);
      old += count;
      continue;
    }
    const kept = added && replaced.length === count ? replaced : [];
    for (const [index, line] of value.entries()) {
      parts.push(line, (added ? kept[index] : ends[old++]) ?? usual);
    }
    replaced = [];
  }
  return parts.slice(0, -1).join("");
}

const lineEnd = /\r\n?|\n/g;

function findUsualEnd(all: number, wide: number, single: number): string {
  if (wide * 2 > all) return "\r\n";
  return single * 2 > all ? "\r" : "\n";
}
