/** Resources as choices of a prompt, the last changed first. */
import type { PickOption } from "../../../context.ts";
import type { NameChoice } from "../../../errors.ts";
import { formatRelativeTime } from "../../../terminal/cell.ts";

export function toPickOptions(choices: readonly NameChoice[]): readonly PickOption[] {
  const now = Date.now();
  // Pages have no such time and keep their order.
  const latestFirst = choices.toSorted(
    (a, b) => (Date.parse(b.updated) || 0) - (Date.parse(a.updated) || 0),
  );
  return latestFirst.map(({ id, title, details, updated }) => ({
    value: id,
    title,
    // The path comes last, because it is the longest detail and may be shortened.
    details: [formatRelativeTime(updated, now), trimDetails(title, details)].filter(
      (text) => text !== "",
    ),
  }));
}

/** The part of the path before the title: for a space, its collections. */
function trimDetails(title: string, details: string): string {
  if (details === title) return "";
  return details.endsWith(`/${title}`) ? details.slice(1, -title.length - 1) : details;
}
