/** The rules that titles and emoji keep beyond their length. */
import { longestSpaceTitle } from "../../contract/limits.ts";
import { Problem } from "../../errors.ts";

/** The title of what has none. */
export const untitled = "Untitled";

const suffix = " (copy)";

/** @throws Problem 400 for a text of white space only; an absent one is allowed */
export function refuseBlank(field: string, value: string | null | undefined): void {
  if (typeof value === "string" && value.trim() === "") {
    throw new Problem(400, `${field} must have a character that is not white space.`, { field });
  }
}

/** The title of a duplicate, cut between whole characters so that the suffix fits. */
export function toCopyTitle(title: string): string {
  return findStart(title, longestSpaceTitle - suffix.length) + suffix;
}

/** The title of a space that is made for something with a longer title, cut in the same way. */
export function toSpaceTitle(title: string): string {
  return findStart(title, longestSpaceTitle);
}

function findStart(title: string, length: number): string {
  let start = "";
  for (const { segment } of new Intl.Segmenter("en").segment(title)) {
    if ([...start, ...segment].length > length) break;
    start += segment;
  }
  return start.trimEnd();
}
