/** The rules that titles and emoji keep beyond their length. */
import { Problem } from "../../errors.ts";

/** What is called nothing is called this. */
export const untitled = "Untitled";

const longest = 50;
const suffix = " (copy)";

/** @throws Problem 400 for a text of white space only; an absent one is good */
export function refuseBlank(field: string, value: string | null | undefined): void {
  if (typeof value === "string" && value.trim() === "") {
    throw new Problem(400, `${field} must have a character that is not white space.`, { field });
  }
}

/** The title of a duplicate, cut between whole characters so that the suffix fits. */
export function titleOfCopy(title: string): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(title)) {
    if ([...kept, ...segment, ...suffix].length > longest) break;
    kept += segment;
  }
  return kept.trimEnd() + suffix;
}
