/** Section groups: creating one, and moving sections into and out of them. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { Problem } from "../../../errors.ts";
import type { Change } from "./change.ts";
import { depthOf, itemsIn, type Structure } from "./structure.ts";
import type { SiteSectionTable } from "./tables.ts";

/** Deeper menus help nobody, and answers nest as deep as the groups. */
const deepest = 10;

/** @throws Problem 400 for a parent that is no group of the site, or is on the deepest level */
export function requireParentGroup(structure: Structure, parent: string | undefined): void {
  if (parent === undefined) return;
  const field = "parent";
  if (!structure.groups.has(parent)) {
    throw new Problem(400, `parent ${parent} is no section group of this site; check the id.`, {
      field,
    });
  }
  if (depthOf(structure, parent) >= deepest) {
    throw new Problem(
      400,
      `parent ${parent} stands ${deepest} groups deep, and no group goes deeper.`,
      {
        field,
      },
    );
  }
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
}

/** Adds an empty group as the last item of its parent, or of the top level. @returns its id */
export async function addGroup(
  call: Change,
  structure: Structure,
  { title, icon, parentId }: NewGroup,
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
      icon,
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
  let outermost = structure.groups.get(section.group_id ?? "");
  while (outermost?.parent_id) outermost = structure.groups.get(outermost.parent_id);
  const items = itemsIn(structure, null);
  const at = items.findIndex(({ row }) => row.id === outermost?.id);
  const rank = generateKeyBetween(items[at]?.row.rank, items[at + 1]?.row.rank);
  await call.db
    .updateTable("site_sections")
    .set({ group_id: null, rank })
    .where("id", "=", section.id)
    .execute();
}
