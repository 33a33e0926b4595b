/** Section groups: creating one, and moving sections into and out of them. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { Problem } from "../../../errors.ts";
import type { Change } from "./change.ts";
import { computeDepth, itemsIn, type Structure } from "./structure.ts";
import type { SiteExternalLinkTable, SiteSectionGroupTable, SiteSectionTable } from "./tables.ts";

/** Deeper menus help nobody, and answers nest as deep as the groups. */
const deepest = 10;

/**
 * @param field the input that names the parent
 * @param height how many groups deep is what goes into it, itself included
 * @throws Problem 400 for a parent that is no group of the site, or for groups that stand too deep
 */
export function requireParentGroup(
  structure: Structure,
  parent: string | undefined,
  field = "parent",
  height = 1,
): void {
  if (parent === undefined) return;
  if (!structure.groups.has(parent)) {
    throw new Problem(400, `${field} ${parent} is no section group of this site; check the id.`, {
      field,
    });
  }
  const depth = computeDepth(structure, parent);
  if (depth + height > deepest) {
    throw new Problem(
      400,
      `${field} ${parent} stands ${depth} groups deep, and no group goes deeper than ${deepest}.`,
      { field },
    );
  }
}

/**
 * Moves a group with all that it holds into another one, as its last, or to the top level.
 * @param parent null for the top level
 * @throws Problem 400 for a parent that is no group of the site, is inside the group, or is too deep
 */
export async function moveGroup(
  call: Change,
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
      throw new Problem(400, `${field} ${parent} is the group itself, or inside it.`, { field });
    }
    above = structure.groups.get(above.parent_id ?? "");
  }
  requireParentGroup(structure, parent, field, computeHeight(structure, group.id));
  const rank = generateKeyBetween(itemsIn(structure, parent).at(-1)?.row.rank, null);
  await call.db
    .updateTable("site_section_groups")
    .set({ parent_id: parent, rank })
    .where("id", "=", group.id)
    .execute();
}

/** How many groups deep a group is, itself included. */
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
  let at = structure.groups.get(id);
  while (at !== undefined && at.id !== outer) at = structure.groups.get(at.parent_id ?? "");
  return at !== undefined;
}

/** @throws Problem 400 for a group that the site does not have; absent and null name none */
export function requireGroup(structure: Structure, group: string | null | undefined): void {
  if (group === undefined || group === null || structure.groups.has(group)) return;
  throw new Problem(
    400,
    `siteSectionGroupId ${group} is no section group of this site; check the id.`,
    { field: "siteSectionGroupId" },
  );
}

/**
 * @returns the ids in the order given
 * @throws Problem 400 for an id that is no section of the site, or is repeated
 */
export function requireSections(structure: Structure, ids: readonly string[]): readonly string[] {
  const field = "sections";
  for (const [at, id] of ids.entries()) {
    if (!structure.sections.has(id)) {
      throw new Problem(400, `sections names ${id}, which is no section of this site.`, { field });
    }
    if (ids.indexOf(id) !== at) {
      throw new Problem(400, `sections names ${id} twice; name it once.`, { field });
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

/** Adds an empty group as the last item of its parent, or of the top level. @returns its id */
export async function addGroup(
  call: Change,
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
      rank: generateKeyBetween(itemsIn(structure, parentId).at(-1)?.row.rank, null),
      title,
      localized_title: null,
      icon,
      draft: Number(draft),
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

/** Makes sections the last ones of a group, in the order given. */
export async function moveIntoGroup(
  call: Change,
  structure: Structure,
  groupId: string,
  sectionIds: readonly string[],
): Promise<void> {
  const last = itemsIn(structure, groupId).at(-1)?.row.rank;
  const ranks = generateNKeysBetween(last, null, sectionIds.length);
  for (const [at, id] of sectionIds.entries()) {
    await call.db
      .updateTable("site_sections")
      .set({ group_id: groupId, rank: ranks[at] ?? "" })
      .where("id", "=", id)
      .execute();
  }
}

/** Moves a section to the top level, right after the outermost group that contained it. */
export async function moveOutOfGroup(
  call: Change,
  structure: Structure,
  section: SiteSectionTable,
): Promise<void> {
  return moveOut(call, structure, "site_sections", section);
}

/** The same for an external link. */
export async function moveLinkOutOfGroup(
  call: Change,
  structure: Structure,
  link: SiteExternalLinkTable,
): Promise<void> {
  return moveOut(call, structure, "site_external_links", link);
}

async function moveOut(
  call: Change,
  structure: Structure,
  table: "site_sections" | "site_section_groups" | "site_external_links",
  row: SiteSectionTable | SiteSectionGroupTable | SiteExternalLinkTable,
): Promise<void> {
  let outermost = structure.groups.get(("group_id" in row ? row.group_id : row.parent_id) ?? "");
  while (outermost?.parent_id) outermost = structure.groups.get(outermost.parent_id);
  const items = itemsIn(structure, null);
  const at = items.findIndex((item) => item.row.id === outermost?.id);
  const rank = generateKeyBetween(items[at]?.row.rank, items[at + 1]?.row.rank);
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
