/** Reports of the changes that an import makes in a space, or an export in a repository. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import type { ContentPage, ContentTree, GitLocation } from "../content/tree/tree.ts";
import { isSameValue } from "../content/tree/tree.ts";
import { diffTrees, type FieldChanges, type TreeChange } from "../content/tree/tree-diff.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";

export type SyncReport = NonNullable<Output<typeof contract.planned>["report"]>;
type SyncChange = SyncReport["changes"][number];
type ReportCounts = SyncReport["pages"];

/** A file of the repository that an export writes or removes. */
export interface FileChange {
  readonly path: string;
  /** Its former path, if it is different. */
  readonly from?: string;
  readonly change: SyncChange["change"];
  /** The page, file or reusable content. */
  readonly thing: string | undefined;
  /** For texts. */
  readonly lines?: ReportLines;
  /** Of the new file; 0 if it is removed. */
  readonly bytes: number;
}

export type ReportLines = NonNullable<SyncReport["lines"]>;

/** A report is a part of `git info`, which is requested repeatedly. */
const mostChanges = 500;

/**
 * @param ours the content of the space before the import
 * @param now the content after the import
 */
export function listSpaceChanges(ours: ContentTree, now: ContentTree): SyncChange[] {
  const changes = new Map<string, SyncChange>();
  for (const change of diffTrees(ours, now)) {
    const next = describe(change);
    const key = `${next.object} ${next.id}`;
    // A moved and edited page is one change; the move comes first, and has no fields.
    changes.set(key, { ...next, ...changes.get(key) });
  }
  if (!isSameValue(ours.redirects, now.redirects)) {
    changes.set("redirects", { object: "redirects", change: "changed" });
  }
  return [...changes.values()];
}

function describe(change: TreeChange): SyncChange {
  switch (change.type) {
    case "page_created":
      return { object: "page", change: "added", ...toNamed(change.page.page) };
    case "page_deleted":
      return { object: "page", change: "removed", ...toNamed(change.page.page) };
    case "page_moved":
      return {
        object: "page",
        change: "moved",
        ...describeMove(change.before.page, change.page.page),
      };
    case "page_edited":
      return {
        object: "page",
        ...describeEdit(change.before.page, change.page.page, change.fields),
      };
    case "file_created":
      return { object: "file", change: "added", ...toNamed(change.file) };
    case "file_deleted":
      return { object: "file", change: "removed", ...toNamed(change.file) };
    case "file_edited":
      return { object: "file", ...describeEdit(change.before, change.file, change.fields) };
    case "reusable_content_created":
      return { object: "reusable-content", change: "added", ...toNamed(change.content) };
    case "reusable_content_deleted":
      return { object: "reusable-content", change: "removed", ...toNamed(change.content) };
    case "reusable_content_edited":
      return {
        object: "reusable-content",
        ...describeEdit(change.before, change.content, change.fields),
      };
    case "variables_edited":
      return { object: "variables", change: "changed", fields: Object.keys(change.fields) };
  }
}

interface ReportedResource {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
  readonly git?: GitLocation;
}

function toNamed({ id, title, name, git }: ReportedResource) {
  return { id, title: title ?? name ?? id, ...(git && { path: git.path }) };
}

function describeMove(before: ReportedResource, now: ReportedResource) {
  const isElsewhere = before.git && now.git && before.git.path !== now.git.path;
  return { ...toNamed(now), ...(isElsewhere && { from: before.git.path }) };
}

/** A file at another path is moved; its other changed fields are included. */
function describeEdit(before: ReportedResource, now: ReportedResource, changed: FieldChanges) {
  const { title } = before;
  const formerTitle = title === undefined || title === now.title ? {} : { formerTitle: title };
  const fields = Object.keys(changed).filter((name) => name !== "location" && name !== "slug");
  const location = describeMove(before, now);
  const change: SyncChange["change"] = "from" in location ? "moved" : "changed";
  return { change, ...location, ...formerTitle, ...(fields.length > 0 && { fields }) };
}

/**
 * @param now the exported content
 * @param before the last synchronized content
 * @param summary the path of the table of contents
 */
export function listRepositoryChanges(
  files: readonly FileChange[],
  { now, before, summary }: { now: ContentTree; before: ContentTree | undefined; summary: string },
): SyncChange[] {
  const [newIndex, oldIndex] = [getTreeIndex(now), before && getTreeIndex(before)];
  return files.map(({ path, from, change, lines, thing: id }) => {
    const about = { change, path, ...(from !== undefined && { from }), ...(lines && { lines }) };
    if (path === summary) return { object: "table-of-contents", ...about };
    if (id === undefined) return { object: "file", ...about };
    const page = (newIndex.pages.get(id) ?? oldIndex?.pages.get(id))?.page;
    if (page) return { object: "page", id, title: page.title, ...about };
    const content = newIndex.reusableContents.get(id) ?? oldIndex?.reusableContents.get(id);
    if (content) return { object: "reusable-content", id, title: content.title, ...about };
    return { object: "file", id, ...about };
  });
}

/** The changes with their number, of which only the first are listed. */
export function summarize(
  changes: readonly SyncChange[],
): Pick<SyncReport, "pages" | "files" | "changes" | "more"> {
  const isPage = ({ object }: SyncChange) => object === "page";
  const more = changes.length - mostChanges;
  return {
    pages: count(changes.filter(isPage)),
    files: count(changes.filter((one) => !isPage(one))),
    changes: changes.slice(0, mostChanges),
    ...(more > 0 && { more }),
  };
}

function count(changes: readonly SyncChange[]): ReportCounts {
  const of = (kind: SyncChange["change"]) => changes.filter(({ change }) => change === kind).length;
  return { added: of("added"), changed: of("changed"), moved: of("moved"), removed: of("removed") };
}

export function sumLines(files: readonly FileChange[]): ReportLines {
  const sum = (side: "added" | "removed") =>
    files.reduce((all, { lines }) => all + (lines?.[side] ?? 0), 0);
  return { added: sum("added"), removed: sum("removed") };
}

/** The number of pages of the first tree that are in the second with the same ids. */
export function countKept(before: ContentTree, now: ContentTree): number {
  const { pages } = getTreeIndex(now);
  const countIn = (all: readonly ContentPage[]): number =>
    all.reduce((sum, page) => sum + (pages.has(page.id) ? 1 : 0) + countIn(page.pages), 0);
  return countIn(before.pages);
}
