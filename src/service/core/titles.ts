/** Rules for titles and emoji apart from their length. */
import { longestSpaceTitle } from "../../contract/limits.ts";
import { ApiError } from "../../errors.ts";

/** The title of a resource without one. */
export const untitled = "Untitled";

const suffix = " (copy)";

/** @throws ApiError 400 for a blank title; an absent one is valid */
export function refuseBlank(field: string, value: string | null | undefined): void {
  if (typeof value === "string" && value.trim() === "") {
    throw new ApiError(400, `${field} must not be blank.`, { field });
  }
}

/** The title of a duplicate, truncated between whole characters so that the suffix fits. */
export function toCopyTitle(title: string): string {
  return findStart(title, longestSpaceTitle - suffix.length) + suffix;
}

/**
 * The title of a space that is created for a resource with a longer title, truncated in the same
 * way.
 */
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
