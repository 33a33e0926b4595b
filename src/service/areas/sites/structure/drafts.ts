/** Drafts, the parts of a site that are hidden from visitors. */
import { buildStructure, type Structure } from "./structure.ts";

/** Removes drafts and everything inside them, because a structure has no parts outside of it. */
export function withoutDrafts(structure: Structure): Structure {
  const { site, groups, sections, siteSpaces, links } = structure;
  return buildStructure({
    site,
    groups: listLive(groups),
    sections: listLive(sections),
    siteSpaces: listLive(siteSpaces),
    links: listLive(links),
  });
}

function listLive<Row extends { readonly draft: number }>(
  rows: ReadonlyMap<string, Row>,
): readonly Row[] {
  return [...rows.values()].filter(({ draft }) => draft === 0);
}
