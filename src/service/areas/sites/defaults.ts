/**
 * Where visitors arrive: one section of a site, and one site space of each section or of the root.
 * The choice is stored by id; while the chosen one is not available, the first in order replaces it.
 */
import type { Queries } from "../../database/tables.ts";
import { liveSiteSpaces, type SiteSpaceRow, type Structure, sectionsInOrder } from "./structure.ts";
import type { SiteSectionTable } from "./tables.ts";

/** The ids of the defaults of a whole site. */
export interface Defaults {
  readonly section: string | undefined;
  /** One for each section, or for the root, that has something to show. */
  readonly siteSpaces: ReadonlySet<string>;
}

export function getDefaults(structure: Structure): Defaults {
  const levels = [null, ...structure.sections.keys()];
  return {
    section: findDefaultSection(structure)?.id,
    siteSpaces: new Set(
      levels.flatMap((level) => findDefaultSiteSpace(structure, level)?.id ?? []),
    ),
  };
}

/** Absent if the section, or the root, has nothing to show. */
export function findDefaultSiteSpace(
  structure: Structure,
  sectionId: string | null,
): SiteSpaceRow | undefined {
  const siteSpaces = liveSiteSpaces(structure, sectionId);
  const chosen = chosenSiteSpace(structure, sectionId);
  return siteSpaces.find((siteSpace) => siteSpace.id === chosen) ?? siteSpaces[0];
}

/** Absent on a site without sections; empty only if all sections are empty. */
export function findDefaultSection(structure: Structure): SiteSectionTable | undefined {
  const sections = sectionsInOrder(structure).map(({ row }) => row);
  const filled = sections.filter((section) => liveSiteSpaces(structure, section.id).length > 0);
  const chosen = structure.site.default_section_id;
  const among = filled.length > 0 ? filled : sections;
  return among.find((section) => section.id === chosen) ?? among[0];
}

function chosenSiteSpace({ site, sections }: Structure, sectionId: string | null): string | null {
  if (sectionId === null) return site.default_site_space_id;
  return sections.get(sectionId)?.default_site_space_id ?? null;
}

/**
 * Stores the defaults that are missing: of a new section, or after the chosen one was removed. A
 * choice whose space is deleted stays, as the space may be restored.
 */
export async function storeDefaults(db: Queries, structure: Structure): Promise<void> {
  const { site, sections } = structure;
  const root = storedDefault(structure, null);
  const section =
    site.default_section_id !== null && sections.has(site.default_section_id)
      ? site.default_section_id
      : (findDefaultSection(structure)?.id ?? null);
  if (root !== site.default_site_space_id || section !== site.default_section_id) {
    await db
      .updateTable("sites")
      .set({ default_site_space_id: root, default_section_id: section })
      .where("id", "=", site.id)
      .execute();
  }
  for (const row of sections.values()) {
    const siteSpace = storedDefault(structure, row.id);
    if (siteSpace === row.default_site_space_id) continue;
    await db
      .updateTable("site_sections")
      .set({ default_site_space_id: siteSpace })
      .where("id", "=", row.id)
      .execute();
  }
}

function storedDefault(structure: Structure, sectionId: string | null): string | null {
  const chosen = chosenSiteSpace(structure, sectionId);
  const all = structure.siteSpacesIn.get(sectionId) ?? [];
  if (all.some((siteSpace) => siteSpace.id === chosen)) return chosen;
  return (findDefaultSiteSpace(structure, sectionId) ?? all[0])?.id ?? null;
}
