/** The settings of sites, and those that site spaces have in place of them, as rows. */
import type { Output } from "../../../contract/endpoint.ts";
import type { published } from "../../../contract/site.ts";
import type { Overrides, Settings } from "../../../contract/site-customization.model.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { withDefaults } from "./customization-defaults.ts";
import type { Structure } from "./structure.ts";

export interface Stored<T> {
  readonly settings: T;
  readonly updatedAt: string;
}

/** @param id of the site or the site space */
export async function readCustomization<T extends Settings | Overrides>(
  db: Queries,
  id: string,
): Promise<Stored<T> | undefined> {
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
  given: Settings | Overrides,
): Promise<void> {
  const values = { settings: JSON.stringify(given), updated_at: now.toISOString() };
  await db
    .insertInto("site_customizations")
    .values({ id, site_id: siteId, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function removeCustomization(db: Queries, id: string): Promise<void> {
  await db.deleteFrom("site_customizations").where("id", "=", id).execute();
}

/** Removes the settings of site spaces that are gone. */
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

/**
 * What a published site is shown with: a title in any case, nothing that its admins alone may read,
 * and the same for each site space, with what it has in place of the site's.
 */
export async function publishedCustomizations(
  db: Queries,
  { site, siteSpaces }: Pick<Structure, "site" | "siteSpaces">,
): Promise<Output<typeof published>["customizations"]> {
  const rows = await db
    .selectFrom("site_customizations")
    .selectAll()
    .where("site_id", "=", site.id)
    .execute();
  const own: Settings = JSON.parse(rows.find(({ id }) => id === site.id)?.settings ?? "{}");
  const present = (overrides: Overrides) => {
    const { ai, ...all } = withDefaults({ title: site.title, ...own }, overrides);
    const { instructions: _, ...rest } = ai;
    return { ...all, ai: rest };
  };
  const overrides = new Map(rows.map((row) => [row.id, row.settings]));
  const whole = present({});
  const ofSiteSpace = (id: string) => {
    const given = overrides.get(id);
    return given === undefined ? whole : present(JSON.parse(given));
  };
  return {
    site: whole,
    siteSpaces: Object.fromEntries([...siteSpaces.keys()].map((id) => [id, ofSiteSpace(id)])),
  };
}
