/**
 * Where visitors arrive: one section of a site, and one site space of each section or of the root.
 * The choice is kept by id; while what was chosen is not there, the first in order stands in.
 */

import type { Queries } from "../../database/tables.ts";
import { livePlaces, type Place, type Structure, sectionsInOrder } from "./structure.ts";
import type { SiteSectionTable } from "./tables.ts";

/** The ids of the defaults of a whole site. */
export interface Defaults {
  readonly section: string | undefined;
  /** One for each section, or for the root, that has something to show. */
  readonly places: ReadonlySet<string>;
}

export function defaultsOf(structure: Structure): Defaults {
  const levels = [null, ...structure.sections.keys()];
  return {
    section: defaultSection(structure)?.id,
    places: new Set(levels.flatMap((level) => defaultPlace(structure, level)?.id ?? [])),
  };
}

/** Absent where the section, or the root, has nothing to show. */
export function defaultPlace(structure: Structure, sectionId: string | null): Place | undefined {
  const places = livePlaces(structure, sectionId);
  const chosen = chosenPlace(structure, sectionId);
  return places.find((place) => place.id === chosen) ?? places[0];
}

/** Absent on a site without sections. A section with nothing to show comes last. */
export function defaultSection(structure: Structure): SiteSectionTable | undefined {
  const sections = sectionsInOrder(structure).map(({ row }) => row);
  const filled = sections.filter((section) => livePlaces(structure, section.id).length > 0);
  const chosen = structure.site.default_section_id;
  const among = filled.length > 0 ? filled : sections;
  return among.find((section) => section.id === chosen) ?? among[0];
}

function chosenPlace({ site, sections }: Structure, sectionId: string | null): string | null {
  if (sectionId === null) return site.default_site_space_id;
  return sections.get(sectionId)?.default_site_space_id ?? null;
}

/**
 * Writes down the defaults that have none: of a new section, or after what was chosen has gone. A
 * choice that only waits for its space to be restored is kept.
 */
export async function settleDefaults(db: Queries, structure: Structure): Promise<void> {
  const { site, sections } = structure;
  const root = settledPlace(structure, null);
  const section =
    site.default_section_id !== null && sections.has(site.default_section_id)
      ? site.default_section_id
      : (defaultSection(structure)?.id ?? null);
  if (root !== site.default_site_space_id || section !== site.default_section_id) {
    await db
      .updateTable("sites")
      .set({ default_site_space_id: root, default_section_id: section })
      .where("id", "=", site.id)
      .execute();
  }
  for (const row of sections.values()) {
    const place = settledPlace(structure, row.id);
    if (place === row.default_site_space_id) continue;
    await db
      .updateTable("site_sections")
      .set({ default_site_space_id: place })
      .where("id", "=", row.id)
      .execute();
  }
}

function settledPlace(structure: Structure, sectionId: string | null): string | null {
  const chosen = chosenPlace(structure, sectionId);
  const all = structure.placesIn.get(sectionId) ?? [];
  if (all.some((place) => place.id === chosen)) return chosen;
  return (defaultPlace(structure, sectionId) ?? all[0])?.id ?? null;
}
