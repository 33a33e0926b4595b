/** Adding sections and site spaces to a site, and converting a site to sections. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import { computeStrength } from "../../../core/access/grants.ts";
import type { Call } from "../../../core/handlers.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import { untitled } from "../../../core/titles.ts";
import type { SpaceTable } from "../../../database/tables.ts";
import type { SiteChangeCall } from "../change.ts";
import { createPath } from "../urls/paths.ts";
import { findDefaultSiteSpace } from "./defaults.ts";
import { listItemsInGroup, type Structure } from "./structure.ts";

/**
 * Finds a space that the caller may add to a site of an organization.
 * @param field the input field that contains the id, for errors
 * @throws ApiError 400 if the space does not exist, is not visible or belongs to another organization,
 * 403 without the create role in the space
 */
export async function requireSpaceForSite(
  call: Call,
  organizationId: string,
  spaceId: string,
  field: string,
): Promise<SpaceTable> {
  const access = await findSpace(call, spaceId);
  if (!access?.role || access.row.deleted_at !== null) {
    throw new ApiError(
      400,
      `${field} ${spaceId} is not a space that you can access. Check the id.`,
      {
        field,
      },
    );
  }
  if (access.row.organization_id !== organizationId) {
    throw new ApiError(
      400,
      `${field} ${spaceId} belongs to another organization. A site can contain only spaces of its own organization.`,
      { field },
    );
  }
  authorize(access.role, "addSpaceToSite.spaceId", { where: `in the space ${spaceId}` });
  return access.row;
}

/** Titles of sections need at least two characters; titles of spaces may have one. */
export function toPartTitle(title: string): string {
  return [...title].length < 2 ? untitled : title;
}

interface NewSection {
  readonly title: string;
  readonly icon: string | null;
  readonly draft?: boolean | undefined;
}

/** Adds an empty section at the end of the top level. @returns the id of the section */
export async function addSection(
  call: SiteChangeCall,
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
      rank: generateKeyBetween(listItemsInGroup(structure, null).at(-1)?.row.rank, null),
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
  /** The home page; null for the first page. */
  readonly pageId?: string | null | undefined;
}

/** Adds spaces at the end of a section or of the root. @returns the ids of the site spaces */
export async function addSiteSpaces(
  call: SiteChangeCall,
  structure: Structure,
  sectionId: string | null,
  spaces: readonly Pick<SpaceTable, "id" | "title">[],
  { draft = false, pageId = null }: NewSiteSpace = {},
): Promise<string[]> {
  const siteSpaces = structure.siteSpacesIn.get(sectionId) ?? [];
  const paths = new Set(siteSpaces.map((siteSpace) => siteSpace.path));
  const ranks = generateNKeysBetween(siteSpaces.at(-1)?.rank, null, spaces.length);
  const ids: string[] = [];
  for (const [index, space] of spaces.entries()) {
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
        rank: ranks[index] ?? "",
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

/** The maximum role that the site may give in the space: the caller's role in the space. */
export async function findRoleCap(call: SiteChangeCall, spaceId: string): Promise<number> {
  const space = await findSpace(call, spaceId);
  return computeStrength(space?.role ?? "read");
}

/**
 * Moves the site spaces at the root of a site into a new first section. They keep their order, and the
 * default site space stays the default.
 * @returns false if the site has no site spaces at the root
 */
export async function convertToSections(
  call: SiteChangeCall,
  structure: Structure,
): Promise<boolean> {
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
