/** Adding sections and site spaces to a site, and giving a site its first section. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import { computeStrength } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import { untitled } from "../../core/titles.ts";
import type { SpaceTable } from "../../database/tables.ts";
import type { Change } from "./change.ts";
import { findDefaultSiteSpace } from "./defaults.ts";
import { createPath } from "./paths.ts";
import { itemsIn, type Structure } from "./structure.ts";

/**
 * Finds a space that the caller may add to a site of an organization.
 * @param field the input that names it
 * @throws Problem 400 for a space that is unknown, hidden, deleted or in another organization, 403
 * without the role `create` in it
 */
export async function requireSpaceForSite(
  call: Call,
  organizationId: string,
  spaceId: string,
  field: string,
): Promise<SpaceTable> {
  const found = await findSpace(call, spaceId);
  if (!found?.role || found.row.deleted_at !== null) {
    throw new Problem(400, `${field} ${spaceId} is no space that you may see; check the id.`, {
      field,
    });
  }
  if (found.row.organization_id !== organizationId) {
    throw new Problem(
      400,
      `${field} ${spaceId} belongs to another organization; a site shows spaces of its own organization.`,
      { field },
    );
  }
  authorize(found.role, "addSpaceToSite.spaceId", { where: `in the space ${spaceId}` });
  return found.row;
}

/** Titles of parts have at least two characters, titles of spaces may have one. */
export function toPartTitle(title: string): string {
  return [...title].length < 2 ? untitled : title;
}

interface NewSection {
  readonly title: string;
  readonly icon: string | null;
  readonly draft?: boolean | undefined;
}

/** Adds an empty section at the end of the top level. @returns its id */
export async function addSection(
  call: Change,
  structure: Structure,
  { title, icon, draft = false }: NewSection,
): Promise<string> {
  const id = call.newId();
  const paths = new Set([...structure.sections.values()].map((section) => section.path));
  await call.db
    .insertInto("site_sections")
    .values({
      id,
      site_id: structure.site.id,
      group_id: null,
      rank: generateKeyBetween(itemsIn(structure, null).at(-1)?.row.rank, null),
      title,
      localized_title: null,
      description: null,
      localized_description: null,
      draft: Number(draft),
      path: createPath(title, "section", (path) => paths.has(path)),
      condition: null,
      icon,
      default_site_space_id: null,
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

interface NewSiteSpace {
  readonly draft?: boolean | undefined;
  /** The page at which visitors arrive. */
  readonly pageId?: string | null | undefined;
}

/** Adds spaces at the end of a section, or of the root. @returns the ids of the site spaces */
export async function addSiteSpaces(
  call: Change,
  structure: Structure,
  sectionId: string | null,
  spaces: readonly Pick<SpaceTable, "id" | "title">[],
  { draft = false, pageId = null }: NewSiteSpace = {},
): Promise<string[]> {
  const siteSpaces = structure.siteSpacesIn.get(sectionId) ?? [];
  const paths = new Set(siteSpaces.map((siteSpace) => siteSpace.path));
  const ranks = generateNKeysBetween(siteSpaces.at(-1)?.rank, null, spaces.length);
  const ids: string[] = [];
  for (const [at, space] of spaces.entries()) {
    const id = call.newId();
    const path = createPath(space.title, "space", (one) => paths.has(one));
    paths.add(path);
    ids.push(id);
    await call.db
      .insertInto("site_spaces")
      .values({
        id,
        site_id: structure.site.id,
        section_id: sectionId,
        rank: ranks[at] ?? "",
        space_id: space.id,
        role_cap: await findRoleCap(call, space.id),
        path,
        condition: null,
        draft: Number(draft),
        hidden: 0,
        page_id: pageId,
        created_at: call.now.toISOString(),
      })
      .execute();
  }
  return ids;
}

/** The most that a site gives in a space which the caller puts there: what they have in it themselves. */
export async function findRoleCap(call: Change, spaceId: string): Promise<number> {
  const space = await findSpace(call, spaceId);
  return computeStrength(space?.role ?? "read");
}

/**
 * Moves the site spaces at the root of a site into its first section. They keep their order and
 * their default, and visitors still arrive there.
 * @returns whether there were any
 */
export async function convertToSections(call: Change, structure: Structure): Promise<boolean> {
  const siteSpaces = structure.siteSpacesIn.get(null) ?? [];
  const first = findDefaultSiteSpace(structure, null) ?? siteSpaces[0];
  if (!first) return false;
  const title = toPartTitle(first.space_title);
  const section = await addSection(call, structure, { title, icon: null });
  const { site } = structure;
  await call.db
    .updateTable("site_spaces")
    .set({ section_id: section })
    .where("site_id", "=", site.id)
    .execute();
  await call.db
    .updateTable("site_sections")
    .set({ default_site_space_id: site.default_site_space_id ?? first.id })
    .where("id", "=", section)
    .execute();
  await call.db
    .updateTable("sites")
    .set({ default_section_id: section, default_site_space_id: null })
    .where("id", "=", site.id)
    .execute();
  return true;
}
