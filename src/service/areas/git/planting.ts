/** Gives each line of the table of contents its file and its id. */

import { GitFailure } from "../../engines/git/failure.ts";
import type { Entry } from "../../engines/git.ts";
import { slugFrom } from "../content/tree-settle.ts";
import type { Identities } from "./identities.ts";
import { isMarkdown, joined, resolvedPath } from "./paths.ts";
import type { Found } from "./project-files.ts";
import { innerAddress } from "./references.ts";
import type { SummaryItem } from "./summary.ts";

export interface PlacedItem {
  readonly id: string;
  readonly title: string;
  /** The address of what is no page itself. */
  readonly link?: string;
  /** The location that the address begins from. */
  readonly from: string;
  readonly items: readonly PlacedItem[];
}

export interface PlacedPage {
  readonly id: string;
  /** What the table of contents calls it; perhaps nothing. */
  readonly listed: string;
  /** Absent for a title without a file. */
  readonly location?: string;
  /** Absent where the file is missing. */
  readonly entry?: Entry;
}

export interface PlacedPart {
  readonly group?: { readonly id: string; readonly title: string; readonly slug?: string };
  readonly items: readonly PlacedItem[];
  readonly placed: readonly PlacedPage[];
}

const mostPages = 50_000;
const deepest = 30;

/** A file that is listed twice is a page once; then links lead to it. */
export function plantedPages(found: Found, identities: Identities): PlacedPart[] {
  const { places, files, readmeOf, outlineFolder } = found;
  const from = joined(outlineFolder, "SUMMARY.md");
  const seen = new Set<string>();

  function locationIn(address: string): string | undefined {
    const inner = address.includes("#") ? undefined : innerAddress(address);
    const path = inner && resolvedPath(outlineFolder, inner.path);
    if (path === undefined) return undefined;
    const location = files.has(path) ? path : (readmeOf(path) ?? path);
    return isMarkdown(location) && !seen.has(location) ? location : undefined;
  }

  function planted(item: SummaryItem, placed: PlacedPage[], depth: number): PlacedItem {
    const { title, address } = item;
    const location = address === undefined ? undefined : locationIn(address);
    if (address !== undefined && location === undefined) {
      const id = identities.without("link", title);
      return { id, title: title || address, link: address, from, items: [] };
    }
    if (depth > deepest || placed.length > mostPages) {
      throw new GitFailure(
        "too-large",
        `The table of contents has more than ${mostPages} pages, or is nested deeper than ${deepest} levels.`,
      );
    }
    if (location !== undefined) seen.add(location);
    const entry = location === undefined ? undefined : files.get(location);
    const id =
      location === undefined
        ? identities.without("empty", title)
        : identities.of(joined(places.root, location), location);
    placed.push({
      id,
      listed: title,
      ...(location !== undefined && { location }),
      ...(entry && { entry }),
    });
    const items = item.items.map((inner) => planted(inner, placed, depth + 1));
    return { id, title, from, items };
  }

  const parts = found.parts.map(({ title, items }): PlacedPart => {
    const placed: PlacedPage[] = [];
    const grown = items.map((item) => planted(item, placed, title === undefined ? 1 : 2));
    if (title === undefined) return { items: grown, placed };
    const id = identities.without("group", title);
    return { group: { id, title, slug: slugFrom(title) }, items: grown, placed };
  });
  const readme = readmeOf("");
  if (readme === undefined || seen.has(readme)) return parts;
  const placed: PlacedPage[] = [];
  const address = `/${encodeURI(readme)}`;
  const first = planted({ title: "", address, items: [] }, placed, 1);
  return [{ items: [first], placed }, ...parts];
}
