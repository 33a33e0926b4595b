/** Queries for the settings of sites and the overrides of site spaces. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { published } from "../../../../contract/site.ts";
import type {
  Customization,
  CustomizationSettings,
  Overrides,
} from "../../../../contract/site-customization.model.ts";
import type { Claims } from "../../../../document/condition.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Structure } from "../structure/structure.ts";
import { holdsFor } from "../visitors/conditions.ts";
import { withDefaults } from "./customization-defaults.ts";
import { readSiteFonts, type SiteFonts, withCurrentFonts } from "./site-fonts.ts";

export interface CustomizationRow<T> {
  readonly settings: T;
  readonly updatedAt: string;
}

/** @param id the id of the site or the site space */
export async function readCustomization<T extends CustomizationSettings | Overrides>(
  db: Queries,
  id: string,
): Promise<CustomizationRow<T> | undefined> {
  const row = await db
    .selectFrom("site_customizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { settings: JSON.parse(row.settings), updatedAt: row.updated_at };
}

export async function storeCustomization(
  { db, now }: Pick<Call, "db" | "now">,
  siteId: string,
  id: string,
  settings: CustomizationSettings | Overrides,
): Promise<void> {
  const values = { settings: JSON.stringify(settings), updated_at: now.toISOString() };
  await db
    .insertInto("site_customizations")
    .values({ id, site_id: siteId, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function removeCustomization(db: Queries, id: string): Promise<void> {
  await db.deleteFrom("site_customizations").where("id", "=", id).execute();
}

/** Removes the overrides of deleted site spaces. */
export async function forgetCustomizations(
  db: Queries,
  { site, siteSpaces }: Structure,
): Promise<void> {
  const rows = await db
    .selectFrom("site_customizations")
    .select("id")
    .where("site_id", "=", site.id)
    .where("id", "<>", site.id)
    .execute();
  for (const { id } of rows) if (!siteSpaces.has(id)) await removeCustomization(db, id);
}

type PublishedCustomizations = Output<typeof published>["customizations"] & {
  readonly fonts: SiteFonts;
};

/**
 * The effective settings of a published site and of each site space, always with a title, and without
 * fields that only admins may read and links of the header whose condition does not hold for the visitor.
 */
export async function loadPublishedCustomizations(
  db: Queries,
  { site, siteSpaces }: Pick<Structure, "site" | "siteSpaces">,
  { claims, base }: { readonly claims: Claims; readonly base: string },
): Promise<PublishedCustomizations> {
  const rows = await db
    .selectFrom("site_customizations")
    .selectAll()
    .where("site_id", "=", site.id)
    .execute();
  const siteSettings: CustomizationSettings = JSON.parse(
    rows.find(({ id }) => id === site.id)?.settings ?? "{}",
  );
  const fonts = await readSiteFonts(db, site.organization_id, [siteSettings.styling]);
  const present = async (overrides: Overrides) => {
    const { ai, header, ...all } = withCurrentFonts(
      withDefaults({ title: site.title, ...siteSettings }, overrides),
      fonts,
      base,
    );
    const { instructions: _, ...rest } = ai;
    const links = await keepVisible(header.links, claims);
    return { ...all, header: { ...header, links }, ai: rest };
  };
  const overrides = new Map(rows.map((row) => [row.id, row.settings]));
  const siteCustomization = await present({});
  const bySiteSpace: PublishedCustomizations["siteSpaces"] = {};
  for (const id of siteSpaces.keys()) {
    const json = overrides.get(id);
    bySiteSpace[id] = json === undefined ? siteCustomization : await present(JSON.parse(json));
  }
  return { fonts, site: siteCustomization, siteSpaces: bySiteSpace };
}

type HeaderLink = Customization["header"]["links"][number];

async function keepVisible(links: readonly HeaderLink[], claims: Claims): Promise<HeaderLink[]> {
  const visible: HeaderLink[] = [];
  for (const link of links) if (await holdsFor(link.condition, claims)) visible.push(link);
  return visible;
}
