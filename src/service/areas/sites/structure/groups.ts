/** Section groups: creation, nesting, and moving of sections and links. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { ApiError } from "../../../../errors.ts";
import type { SiteChangeCall } from "../change.ts";
import type { SiteExternalLinkTable, SiteSectionGroupTable, SiteSectionTable } from "../tables.ts";
import { computeDepth, listItemsInGroup, type Structure } from "./structure.ts";

/** Maximum nesting depth of groups. Responses are nested as deeply as the groups. */
const maxDepth = 10;

/**
 * @param field the input field that contains the parent, for errors
 * @param height the depth of the groups that are moved into the parent
 * @throws ApiError 400 if the parent is not a group of the site, or the nesting would be too deep
 */
export function requireParentGroup(
  structure: Structure,
  parent: string | undefined,
  field = "parent",
  height = 1,
): void {
  if (parent === undefined) return;
  if (!structure.groups.has(parent)) {
    throw new ApiError(
      400,
      `${field} ${parent} is not a section group of this site. Check the id.`,
      {
        field,
      },
    );
  }
  const depth = computeDepth(structure, parent);
  if (depth + height > maxDepth) {
    throw new ApiError(
      400,
      `${field} ${parent} is at depth ${depth}. Section groups can be nested at most ${maxDepth} deep.`,
      { field },
    );
  }
}

/**
 * Moves a group and its content to the end of another group, or to the top level.
 * @param parent null for the top level
 * @throws ApiError 400 if the parent is not a group of the site, is inside the group, or is too deep
 */
export async function moveGroup(
  call: SiteChangeCall,
  structure: Structure,
  group: SiteSectionGroupTable,
  parent: string | null,
): Promise<void> {
  // In the same parent, the group keeps its position among its siblings.
  if (parent === group.parent_id) return;
  if (parent === null) return moveOut(call, structure, "site_section_groups", group);
  const field = "parentSectionGroupId";
  for (let above = structure.groups.get(parent); above !== undefined; ) {
    if (above.id === group.id) {
      throw new ApiError(
        400,
        `${field} ${parent} is the group itself or inside it. Choose another group.`,
        { field },
      );
    }
    above = structure.groups.get(above.parent_id ?? "");
  }
  requireParentGroup(structure, parent, field, computeHeight(structure, group.id));
  const rank = generateKeyBetween(listItemsInGroup(structure, parent).at(-1)?.row.rank, null);
  await call.db
    .updateTable("site_section_groups")
    .set({ parent_id: parent, rank })
    .where("id", "=", group.id)
    .execute();
}

/** The number of levels of a group, including itself. */
function computeHeight(structure: Structure, id: string): number {
  const start = computeDepth(structure, id);
  return [...structure.groups.values()].reduce((height, { id: other }) => {
    const depth = computeDepth(structure, other);
    return depth - start + 1 > height && isInside(structure, other, id)
      ? depth - start + 1
      : height;
  }, 1);
}

function isInside(structure: Structure, id: string, outer: string): boolean {
  let group = structure.groups.get(id);
  while (group !== undefined && group.id !== outer) {
    group = structure.groups.get(group.parent_id ?? "");
  }
  return group !== undefined;
}

/** @throws ApiError 400 if the site does not have the group; undefined and null are valid */
export function requireGroup(structure: Structure, group: string | null | undefined): void {
  if (group === undefined || group === null || structure.groups.has(group)) return;
  throw new ApiError(
    400,
    `siteSectionGroupId ${group} is not a section group of this site. Check the id.`,
    { field: "siteSectionGroupId" },
  );
}

/**
 * @returns `ids`
 * @throws ApiError 400 for an id that is not a section of the site, or is repeated
 */
export function requireSections(structure: Structure, ids: readonly string[]): readonly string[] {
  const field = "sections";
  for (const [index, id] of ids.entries()) {
    if (!structure.sections.has(id)) {
      throw new ApiError(400, `sections: ${id} is not a section of this site. Check the id.`, {
        field,
      });
    }
    if (ids.indexOf(id) !== index) {
      throw new ApiError(400, `sections: Duplicate id ${id}.`, { field });
    }
  }
  return ids;
}

interface NewGroup {
  readonly title: string;
  readonly icon: string | null;
  readonly parentId: string | null;
  readonly draft?: boolean | undefined;
}

/** Adds an empty group at the end of its parent or of the top level. @returns the id of the group */
export async function addGroup(
  call: SiteChangeCall,
  structure: Structure,
  { title, icon, parentId, draft = false }: NewGroup,
): Promise<string> {
  const id = call.newId();
  await call.db
    .insertInto("site_section_groups")
    .values({
      id,
      site_id: structure.site.id,
      parent_id: parentId,
      rank: generateKeyBetween(listItemsInGroup(structure, parentId).at(-1)?.row.rank, null),
      title,
      localized_title: null,
      icon,
      draft: Number(draft),
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

/** Moves sections to the end of a group, in the order of `sectionIds`. */
export async function moveIntoGroup(
  call: SiteChangeCall,
  structure: Structure,
  groupId: string,
  sectionIds: readonly string[],
): Promise<void> {
  const last = listItemsInGroup(structure, groupId).at(-1)?.row.rank;
  const ranks = generateNKeysBetween(last, null, sectionIds.length);
  for (const [index, id] of sectionIds.entries()) {
    await call.db
      .updateTable("site_sections")
      .set({ group_id: groupId, rank: ranks[index] ?? "" })
      .where("id", "=", id)
      .execute();
  }
}

/** Moves a section to the top level, after the outermost group that contained it. */
export async function moveOutOfGroup(
  call: SiteChangeCall,
  structure: Structure,
  section: SiteSectionTable,
): Promise<void> {
  return moveOut(call, structure, "site_sections", section);
}

/** Moves an external link to the top level, after the outermost group that contained it. */
export async function moveLinkOutOfGroup(
  call: SiteChangeCall,
  structure: Structure,
  link: SiteExternalLinkTable,
): Promise<void> {
  return moveOut(call, structure, "site_external_links", link);
}

async function moveOut(
  call: SiteChangeCall,
  structure: Structure,
  table: "site_sections" | "site_section_groups" | "site_external_links",
  row: SiteSectionTable | SiteSectionGroupTable | SiteExternalLinkTable,
): Promise<void> {
  let outermost = structure.groups.get(("group_id" in row ? row.group_id : row.parent_id) ?? "");
  while (outermost?.parent_id) outermost = structure.groups.get(outermost.parent_id);
  const items = listItemsInGroup(structure, null);
  const index = items.findIndex((item) => item.row.id === outermost?.id);
  const rank = generateKeyBetween(items[index]?.row.rank, items[index + 1]?.row.rank);
  if (table === "site_section_groups") {
    await call.db
      .updateTable(table)
      .set({ parent_id: null, rank })
      .where("id", "=", row.id)
      .execute();
  } else {
    await call.db
      .updateTable(table)
      .set({ group_id: null, rank })
      .where("id", "=", row.id)
      .execute();
  }
}
