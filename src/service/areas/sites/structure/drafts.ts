/** Drafts, the parts of a site that are hidden from visitors. */
import { buildStructure, type Structure } from "./structure.ts";

/** Removes drafts and everything inside them. */
export function withoutDrafts(structure: Structure): Structure {
  const { site, groups, sections, siteSpaces, links } = structure;
  const isLive = (groupId: string | null): boolean => {
    const group = groups.get(groupId ?? "");
    return !group || (group.draft === 0 && isLive(group.parent_id));
  };
  const live = [...sections.values()].filter((row) => row.draft === 0 && isLive(row.group_id));
  const open = new Set<string | null>([null, ...live.map(({ id }) => id)]);
  return buildStructure({
    site,
    groups: [...groups.values()].filter((row) => isLive(row.id)),
    sections: live,
    siteSpaces: [...siteSpaces.values()].filter(
      (row) => row.draft === 0 && open.has(row.section_id),
    ),
    links: [...links.values()].filter((row) => row.draft === 0 && isLive(row.group_id)),
  });
}
