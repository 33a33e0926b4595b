/** Checks the table of contents of a repository, and lists its pages. */
import { UniqueNames } from "../free-names.ts";
import { formatPageSlug, toSlug } from "../slugs.ts";
import { deepestOutline, mostPages } from "./import-limits.ts";
import { showInvisibleCharacters } from "./invisible-characters.ts";
import type { MissingFileFinder } from "./missing-file.ts";
import { buildFolderOutline, isHidden, type Layout, locateLine } from "./outline.ts";
import type { WrittenLink } from "./page-elements.ts";
import { getBaseName, isMarkdown, joinPath, toFormerPageSlug, toPageSlug } from "./paths.ts";
import type { RepositoryFault, RepositoryFile } from "./repository-fault.ts";
import type { ProjectPaths } from "./settings.ts";
import { formatSummaryLines, parseSummary, type SummaryItem, type SummaryPart } from "./summary.ts";

/** Pages of a repository, by location below the content root. */
export interface CheckedOutline {
  readonly pages: ReadonlySet<string>;
  /** Pages whose files exist, in order. */
  readonly present: readonly string[];
  /** Files that pages include. */
  readonly includes: readonly string[];
  /** Pages by path on a site, without extension. */
  readonly bySlugs: ReadonlyMap<string, string>;
  /** Lines that are links instead of pages. */
  readonly links: readonly WrittenLink[];
}

interface OutlineCheckInput {
  readonly layout: Layout<RepositoryFile>;
  readonly paths: ProjectPaths;
  /** Text of the table of contents; absent if there is none. */
  readonly text: string | undefined;
  readonly mayBeUnlisted: (path: string) => boolean;
  readonly finder: MissingFileFinder;
}

const includes = ".gitbook/includes/";

/** @returns undefined if an import would refuse the repository */
export function checkOutline(
  { layout, paths, text, mayBeUnlisted, finder }: OutlineCheckInput,
  add: (fault: RepositoryFault) => void,
): CheckedOutline | undefined {
  const { files, summary, readme } = layout;
  const isRefused = refuse(layout, paths, text, add);
  if (isRefused) return undefined;
  const readmePath = readme === undefined ? undefined : files.get(readme)?.path;
  for (const [path, expectedPath] of [
    [readmePath, paths.readme],
    [summary?.path, paths.summary],
  ]) {
    if (path === undefined || expectedPath === undefined || path === expectedPath) continue;
    const message = `${path} is named ${getBaseName(expectedPath)} in the settings and by the platform. On case-sensitive systems these are different files.`;
    add({ rule: "name-case", path, target: expectedPath, message });
  }
  const { parts, ignored } =
    text === undefined
      ? { parts: buildFolderOutline([...files.keys()], readme), ignored: [] }
      : parseSummary(text);
  for (const { line, text: title } of ignored) {
    const message = `The line ${JSON.stringify(title)} is not in a list, so it is not a page. Start it with an asterisk.`;
    add({
      rule: "summary-line",
      path: summary?.path ?? paths.summary,
      line,
      target: title,
      message,
    });
  }
  const listed = listPages(parts, { layout, finder }, summary?.path ?? paths.summary, add);
  if (readme !== undefined && !listed.pages.has(readme)) {
    listed.pages.add(readme);
    listed.bySlugs.set(toPageSlug(readme), readme);
  }
  if (listed.pages.size > mostPages) {
    const message = `There are ${listed.pages.size} pages; the maximum for an import is ${mostPages}.`;
    add({ rule: "too-large", path: summary?.path ?? "", target: "pages", message });
    return undefined;
  }
  const markdownFiles = [...files.keys()].filter((location) => isMarkdown(location));
  const isInclude = (location: string) =>
    location.startsWith(includes) && !listed.pages.has(location);
  for (const location of text === undefined ? [] : markdownFiles) {
    const path = files.get(location)?.path ?? "";
    if (listed.pages.has(location) || isInclude(location) || path === summary?.path) continue;
    if (location.split("/").some(isHidden) || mayBeUnlisted(path)) continue;
    const message = `The page is not listed in ${summary?.path}.`;
    add({ rule: "page-unlisted", path, target: "", message });
  }
  return {
    pages: listed.pages,
    present: [...listed.pages].filter((location) => files.has(location)),
    includes: markdownFiles.filter(isInclude),
    bySlugs: listed.bySlugs,
    links: listed.links,
  };
}

function refuse(
  { files, summary, readme }: Layout<RepositoryFile>,
  paths: ProjectPaths,
  text: string | undefined,
  add: (fault: RepositoryFault) => void,
): boolean {
  if (paths.root !== "" && files.size === 0) {
    const message = `root is the folder ${showInvisibleCharacters(paths.root)}, which was not found.`;
    add({ rule: "settings-invalid", path: paths.settings, line: 1, target: "root", message });
    return true;
  }
  if (readme === undefined) {
    const rest = summary ? "" : `, and neither was ${paths.summary}, so an import is refused`;
    const message = `${paths.readme}, the first page, was not found${rest}.`;
    add({ rule: "readme-missing", path: paths.readme, target: "", message });
  }
  if (summary === undefined) {
    if (readme === undefined) return true;
    const message = `${paths.summary} was not found. An import creates the table of contents from the folders and files.`;
    add({ rule: "summary-missing", path: paths.summary, target: "", message });
  }
  const lines = text === undefined ? 0 : formatSummaryLines(text);
  if (lines <= mostPages) return false;
  const message = `${summary?.path} lists ${lines} pages; the maximum for an import is ${mostPages}.`;
  add({ rule: "too-large", path: summary?.path ?? "", target: "pages", message });
  return true;
}

function listPages(
  parts: readonly SummaryPart[],
  { layout, finder }: Pick<OutlineCheckInput, "layout" | "finder">,
  path: string,
  add: (fault: RepositoryFault) => void,
) {
  const { files } = layout;
  const pages = new Set<string>();
  const bySlugs = new Map<string, string>();
  const formerSlugs = new Map<string, string>();
  const links: WrittenLink[] = [];
  let isTooDeep = false;

  const list = (
    items: readonly SummaryItem[],
    above: string,
    formerAbove: string,
    depth: number,
  ): void => {
    const names = new UniqueNames();
    for (const item of items) {
      const { address, line = 1, title } = item;
      const file = locateLine(item, layout, new Set());
      if (address !== undefined && file === undefined) {
        links.push({ url: address, line });
        list(item.items, above, formerAbove, depth);
        continue;
      }
      if (file !== undefined && pages.has(file)) {
        const message = `${file} is listed twice. A file is one page, so this line becomes a link to it.`;
        add({ rule: "page-twice", path, line, target: file, message });
        list(item.items, above, formerAbove, depth);
        continue;
      }
      if (depth > deepestOutline && !isTooDeep) {
        isTooDeep = true;
        const message = `The table of contents is nested deeper than ${deepestOutline} levels.`;
        add({ rule: "too-large", path, line, target: "levels", message });
      }
      if (file !== undefined) {
        pages.add(file);
        if (!files.has(file)) {
          const message = showInvisibleCharacters(file) + finder.describe(file);
          add({ rule: "page-missing", path, line, target: file, message, missing: file });
        }
      }
      const slug = names.take(
        file === undefined ? formatPageSlug(title) || "page" : toPageSlug(file),
      );
      const formerSlug = file === undefined ? toSlug(title) || "page" : toFormerPageSlug(file);
      const slugs = joinPath(above, slug);
      const former = joinPath(formerAbove, formerSlug);
      if (file !== undefined && !bySlugs.has(slugs)) bySlugs.set(slugs, file);
      if (file !== undefined && !formerSlugs.has(former)) formerSlugs.set(former, file);
      list(item.items, slugs, former, depth + 1);
    }
  };
  for (const { title, slug, items } of parts) {
    const above = title === undefined ? "" : (slug ?? formatPageSlug(title));
    const formerAbove = title === undefined ? "" : (slug ?? toSlug(title));
    list(items, above, formerAbove, title === undefined ? 1 : 2);
  }
  // Links to former paths are redirected.
  for (const [slugs, file] of formerSlugs) if (!bySlugs.has(slugs)) bySlugs.set(slugs, file);
  return { pages, bySlugs, links };
}
