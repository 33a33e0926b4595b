/** Changes of a change request with the changed parts of each text. */

import { formatCount } from "../../json/pluralize.ts";
import type { ChangeSet, OtherChange, PageChange } from "./changes.ts";
import { compareLines, countLines, type Hunk, removePadding } from "./text-diff.ts";

/** A page with the changed parts of its text. */
export interface ComparedPage extends PageChange {
  readonly hunks: readonly Hunk[];
  /** Number of lines. */
  readonly added: number;
  readonly removed: number;
}

export interface ChangeComparison extends Omit<ChangeSet, "pages"> {
  readonly pages: readonly ComparedPage[];
}

/** @param isExact for a patch; otherwise, the padding of tables is ignored */
export async function compare(set: ChangeSet, isExact: boolean): Promise<ChangeComparison> {
  const getText = isExact ? (text: string) => text : removePadding;
  const pages: ComparedPage[] = [];
  for (const page of set.pages) {
    const [before, after] = [page.before, page.after].map((side) => getText(side?.text ?? ""));
    const hunks = await compareLines(before ?? "", after ?? "");
    pages.push({ ...page, hunks, ...countLines(hunks) });
  }
  return { ...set, pages };
}

/** "2 pages and 1 file"; empty if there are no changes. */
export function formatSummary({
  pages,
  others,
  more,
}: Pick<ChangeSet, "pages" | "others" | "more">): string {
  const some = (count: number, noun: string) => (count === 0 ? [] : [formatCount(count, noun)]);
  const number = (kind: OtherChange["kind"]) => others.filter((one) => one.kind === kind).length;
  const parts = [
    ...some(pages.length, "page"),
    ...some(number("file"), "file"),
    ...some(number("reusable content"), "reusable content"),
    ...some(number("variable"), "variable"),
    ...some(more, "further change"),
  ];
  const last = parts.pop();
  if (last === undefined) return "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
