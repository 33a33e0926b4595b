/** Adding sections and site spaces to a site, and what that makes of a site without sections. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { atLeast } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import { untitled } from "../../core/titles.ts";
import type { SpaceTable } from "../../database/tables.ts";
import type { Change } from "./change.ts";
import { defaultPlace } from "./defaults.ts";
import { pathFrom } from "./paths.ts";
import { itemsIn, type Structure } from "./structure.ts";

/**
 * A space that may be put on a site of an organization.
 * @param field the input that names it
 * @throws Problem 400 for one that is unknown, hidden, deleted or elsewhere, 403 without the role
 * `create` in it
 */
export async function spaceForSite(
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
  if (!atLeast(found.role, "create")) {
    authorize(found.role, "create", "Putting a space on a site", `in the space ${spaceId}`);
  }
  return found.row;
}

/** Titles of parts have two characters at least, those of spaces may have one. */
export function titleOfPart(title: string): string {
  return [...title].length < 2 ? untitled : title;
}

interface NewSection {
  readonly title: string;
  readonly icon: string | null;
}

/** Adds an empty section at the end of the top level. @returns its id */
export async function addSection(
  call: Change,
  structure: Structure,
  { title, icon }: NewSection,
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
      description: null,
      path: pathFrom(title, "section", (path) => paths.has(path)),
      condition: null,
      icon,
      default_site_space_id: null,
      created_at: call.now.toISOString(),
    })
    .execute();
  return id;
}

/** Puts spaces at the end of a section, or of the root. @returns the ids of the site spaces */
export async function addPlaces(
  call: Change,
  structure: Structure,
  sectionId: string | null,
  spaces: readonly Pick<SpaceTable, "id" | "title">[],
): Promise<string[]> {
  const places = structure.placesIn.get(sectionId) ?? [];
  const paths = new Set(places.map((place) => place.path));
  const ranks = generateNKeysBetween(places.at(-1)?.rank, null, spaces.length);
  const ids: string[] = [];
  for (const [at, space] of spaces.entries()) {
    const id = call.newId();
    const path = pathFrom(space.title, "space", (one) => paths.has(one));
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
        path,
        condition: null,
        created_at: call.now.toISOString(),
      })
      .execute();
  }
  return ids;
}

/**
 * Makes a site ready for sections: what stands at its root becomes its first section, which keeps
 * their order and their default and stays where visitors arrive.
 * @returns whether anything was there to change
 */
export async function turnIntoSections(call: Change, structure: Structure): Promise<boolean> {
  const places = structure.placesIn.get(null) ?? [];
  const first = defaultPlace(structure, null) ?? places[0];
  if (!first) return false;
  const title = titleOfPart(first.space_title);
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
