/** Assigns a file and an id to each line of the table of contents. */

import { deepestOutline, mostPages } from "../../../document/repository/limits.ts";
import { locateLine } from "../../../document/repository/outline.ts";
import { joinPath } from "../../../document/repository/paths.ts";
import type { SummaryItem } from "../../../document/repository/summary.ts";
import { slugFrom } from "../../../document/slugs.ts";
import type { TreeEntry } from "../../engines/git/clone.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import type { Identities } from "./identities.ts";
import type { ProjectFiles } from "./project-files.ts";
import { tooManyPages } from "./summary.ts";

export interface OutlineItem {
  readonly id: string;
  readonly title: string;
  /** The URL of a line that is a link, not a page. */
  readonly link?: string;
  /** The location from which relative URLs are resolved. */
  readonly from: string;
  readonly items: readonly OutlineItem[];
}

export interface ListedPage {
  readonly id: string;
  /** Its title in the table of contents; may be empty. */
  readonly listed: string;
  /** Absent for a title without a file. */
  readonly location?: string;
  /** Absent if the file is missing. */
  readonly entry?: TreeEntry;
}

export interface OutlinePart {
  readonly group?: { readonly id: string; readonly title: string; readonly slug?: string };
  readonly items: readonly OutlineItem[];
  readonly listedPages: readonly ListedPage[];
}

/** A file that is listed twice becomes one page; its other lines become links to the page. */
export function assignFiles(project: ProjectFiles, identities: Identities): OutlinePart[] {
  const { paths, files, findReadme, outlineFolder } = project;
  const from = joinPath(outlineFolder, "SUMMARY.md");
  const assigned = new Set<string>();

  function assignFile(item: SummaryItem, listedPages: ListedPage[], depth: number): OutlineItem {
    const { title, address } = item;
    const location = locateLine(item, project, assigned);
    if (address !== undefined && location === undefined) {
      const id = identities.without("link", title);
      return { id, title: title || address, link: address, from, items: [] };
    }
    if (listedPages.length >= mostPages) throw tooManyPages(listedPages.length + 1);
    if (depth > deepestOutline) {
      throw new GitFailure(
        "too-large",
        `The table of contents is nested deeper than ${deepestOutline} levels.`,
      );
    }
    if (location !== undefined) assigned.add(location);
    const entry = location === undefined ? undefined : files.get(location);
    const id =
      location === undefined
        ? identities.without("empty", title)
        : identities.of(joinPath(paths.root, location), location, "page");
    listedPages.push({
      id,
      listed: title,
      ...(location !== undefined && { location }),
      ...(entry && { entry }),
    });
    const items = item.items.map((inner) => assignFile(inner, listedPages, depth + 1));
    return { id, title, from, items };
  }

  const parts = project.parts.map(({ title, slug, items }): OutlinePart => {
    const listedPages: ListedPage[] = [];
    const outlineItems = items.map((item) =>
      assignFile(item, listedPages, title === undefined ? 1 : 2),
    );
    if (title === undefined) return { items: outlineItems, listedPages };
    const id = identities.without("group", title);
    return {
      group: { id, title, slug: slug ?? slugFrom(title) },
      items: outlineItems,
      listedPages,
    };
  });
  const readme = findReadme("");
  if (readme === undefined || assigned.has(readme)) return parts;
  const listedPages: ListedPage[] = [];
  const address = `/${encodeURI(readme)}`;
  const first = assignFile({ title: "", address, items: [] }, listedPages, 1);
  return [{ items: [first], listedPages }, ...parts];
}
