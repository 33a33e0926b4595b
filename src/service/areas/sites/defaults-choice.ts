/** Choosing where the visitors of a site arrive. */
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/site.ts";
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import { defaultSection } from "./defaults.ts";
import { hasSections, livePlaces, type Structure } from "./structure.ts";

type Choice = Pick<Input<typeof update>, "defaultSiteSection" | "defaultSiteSpace">;

/**
 * The site space is one of the section that is the default one afterwards, or of the root.
 * @throws Problem 400 for a section or a site space that cannot be the default
 */
export async function chooseDefaults(
  db: Queries,
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: Choice,
): Promise<void> {
  if (defaultSiteSection !== undefined) await chooseSection(db, structure, defaultSiteSection);
  if (defaultSiteSpace === undefined) return;
  const section = hasSections(structure)
    ? (defaultSiteSection ?? defaultSection(structure)?.id ?? null)
    : null;
  if (!livePlaces(structure, section).some((place) => place.id === defaultSiteSpace)) {
    const where = section === null ? "on this site" : `in the default section ${section}`;
    throw new Problem(
      400,
      `defaultSiteSpace ${defaultSiteSpace} is no site space ${where}; name one that is, or change the section's own default.`,
      { field: "defaultSiteSpace" },
    );
  }
  const chosen = { default_site_space_id: defaultSiteSpace };
  if (section === null) {
    await db.updateTable("sites").set(chosen).where("id", "=", structure.site.id).execute();
  } else {
    await db.updateTable("site_sections").set(chosen).where("id", "=", section).execute();
  }
}

async function chooseSection(db: Queries, structure: Structure, id: string): Promise<void> {
  if (!structure.sections.has(id) || livePlaces(structure, id).length === 0) {
    throw new Problem(
      400,
      `defaultSiteSection ${id} is no section of this site with a space in it; name one that is.`,
      { field: "defaultSiteSection" },
    );
  }
  await db
    .updateTable("sites")
    .set({ default_section_id: id })
    .where("id", "=", structure.site.id)
    .execute();
}
