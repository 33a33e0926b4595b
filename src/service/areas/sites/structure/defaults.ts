/**
 * Default section of a site, and default site space of each section or of the root. The defaults are
 * stored by id; while the stored one is unavailable, the first in order is used.
 */
import type { Queries } from "../../../database/tables.ts";
import type { SiteSectionTable } from "../tables.ts";
import {
  listLiveSiteSpaces,
  orderSections,
  type SiteSpaceRow,
  type Structure,
} from "./structure.ts";

/** The ids of all defaults of a site. */
export interface Defaults {
  readonly section: string | undefined;
  /** One for each section, or for the root, that is not empty. */
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

/** @returns undefined if the section or the root is empty */
export function findDefaultSiteSpace(
  structure: Structure,
  sectionId: string | null,
): SiteSpaceRow | undefined {
  const siteSpaces = listLiveSiteSpaces(structure, sectionId);
  const storedId = findStoredSiteSpaceId(structure, sectionId);
  return siteSpaces.find((siteSpace) => siteSpace.id === storedId) ?? siteSpaces[0];
}

/** @returns undefined on a site without sections; an empty section only if all sections are empty */
export function findDefaultSection(structure: Structure): SiteSectionTable | undefined {
  const sections = orderSections(structure).map(({ row }) => row);
  const nonEmpty = sections.filter(
    (section) => listLiveSiteSpaces(structure, section.id).length > 0,
  );
  const storedId = structure.site.default_section_id;
  const candidates = nonEmpty.length > 0 ? nonEmpty : sections;
  return candidates.find((section) => section.id === storedId) ?? candidates[0];
}

function findStoredSiteSpaceId(
  { site, sections }: Structure,
  sectionId: string | null,
): string | null {
  if (sectionId === null) return site.default_site_space_id;
  return sections.get(sectionId)?.default_site_space_id ?? null;
}

/**
 * Stores missing defaults, for example of a new section or after the default was removed. A default
 * whose space is deleted is kept, because the space can be restored.
 */
export async function storeDefaults(db: Queries, structure: Structure): Promise<void> {
  const { site, sections } = structure;
  const root = findStoredDefault(structure, null);
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
    const siteSpace = findStoredDefault(structure, row.id);
    if (siteSpace === row.default_site_space_id) continue;
    await db
      .updateTable("site_sections")
      .set({ default_site_space_id: siteSpace })
      .where("id", "=", row.id)
      .execute();
  }
}

function findStoredDefault(structure: Structure, sectionId: string | null): string | null {
  const storedId = findStoredSiteSpaceId(structure, sectionId);
  const all = structure.siteSpacesIn.get(sectionId) ?? [];
  if (all.some((siteSpace) => siteSpace.id === storedId)) return storedId;
  return (findDefaultSiteSpace(structure, sectionId) ?? all[0])?.id ?? null;
}
