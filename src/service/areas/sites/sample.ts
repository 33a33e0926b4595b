/** Seeds the sites of the sample workspace: a published site with sections, and an unpublished site. */
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import type { SampleContext } from "../../core/area.ts";
import type { Queries } from "../../database/tables.ts";
import { finishChange, lockStructure, type SiteChangeCall } from "./change.ts";
import { insertSite } from "./create.ts";
import { storeCustomization } from "./customization/customization-rows.ts";
import { type SamplePart, type SampleSection, type SampleSite, sites } from "./sample-data.ts";
import { addSection, addSiteSpaces } from "./structure/add-parts.ts";
import { addGroup, moveIntoGroup } from "./structure/groups.ts";
import type { SiteRedirectTable } from "./tables.ts";
import { listSpacesOnSite } from "./visitors/visibility.ts";

const day = 24 * 60 * 60 * 1000;

type SiteSampleSpace = { readonly id: string; readonly title: string };
type Spaces = ReadonlyMap<string, SiteSampleSpace>;

/** Runs after the spaces are seeded. */
export async function seedSites(seeding: SampleContext): Promise<void> {
  const spaces = await loadSpacesByTitle(seeding);
  for (const site of sites) await seedSite(seeding, spaces, site);
}

async function loadSpacesByTitle({ db, organization }: SampleContext): Promise<Spaces> {
  const rows = await db
    .selectFrom("spaces")
    .select(["id", "title"])
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.title, row]));
}

async function seedSite(seeding: SampleContext, spaces: Spaces, site: SampleSite): Promise<void> {
  const { db, owner, newId, organization } = seeding;
  const now = new Date(seeding.now.getTime() - site.createdDaysAgo * day);
  const change: SiteChangeCall = { db, caller: owner, newId, now };
  const id = await insertSite(change, organization, site);
  await addSiteSpaces(
    change,
    await lockStructure(change, id),
    null,
    listNamed(spaces, site.spaces ?? []),
  );
  for (const part of site.parts ?? []) await seedPart(change, id, spaces, part, null);
  await finishChange(change, id);
  if (site.visitorSchema) {
    const visitor_schema = JSON.stringify(site.visitorSchema);
    await db
      .updateTable("sites")
      .set({ visitor_schema, visitor_schema_at: now.toISOString(), adaptive_content: 1 })
      .where("id", "=", id)
      .execute();
  }
  if (site.looks) await storeCustomization(change, id, id, site.looks);
  for (const [source, url] of Object.entries(site.redirects ?? {})) {
    await db
      .insertInto("site_redirects")
      .values(redirectRow(change, id, source, url))
      .execute();
  }
  if (site.published) await publish(db, id, site.visibility);
  if (!site.isFirst) return;
  await db
    .updateTable("organizations")
    .set({ default_content: JSON.stringify({ type: "site", site: id }) })
    .where("id", "=", organization)
    .execute();
}

async function seedPart(
  change: SiteChangeCall,
  siteId: string,
  spaces: Spaces,
  part: SamplePart,
  groupId: string | null,
): Promise<void> {
  if ("section" in part) {
    await seedSection(change, siteId, spaces, part, groupId);
    return;
  }
  const { group: title, icon, holds } = part;
  const structure = await lockStructure(change, siteId);
  const id = await addGroup(change, structure, { title, icon, parentId: groupId });
  for (const inner of holds) await seedPart(change, siteId, spaces, inner, id);
}

async function seedSection(
  change: SiteChangeCall,
  siteId: string,
  spaces: Spaces,
  { section: title, spaces: titles, icon, description, condition }: SampleSection,
  groupId: string | null,
): Promise<void> {
  const structure = await lockStructure(change, siteId);
  const id = await addSection(change, structure, { title, icon: icon ?? null });
  await addSiteSpaces(change, structure, id, listNamed(spaces, titles));
  await change.db
    .updateTable("site_sections")
    .set({ description: description ?? null, condition: condition ?? null })
    .where("id", "=", id)
    .execute();
  if (groupId !== null) await moveIntoGroup(change, structure, groupId, [id]);
}

/** Publishes without an event, because the sample site was published in the past. */
async function publish(db: Queries, siteId: string, visibility: string): Promise<void> {
  await db.updateTable("sites").set({ published: 1 }).where("id", "=", siteId).execute();
  await db
    .updateTable("spaces")
    .set({ visibility })
    .where("id", "in", await listSpacesOnSite({ db }, siteId))
    .execute();
}

function listNamed(spaces: Spaces, titles: readonly string[]): SiteSampleSpace[] {
  return titles.map((title) => {
    const space = spaces.get(title);
    if (!space) throw new Error(`The sample has no space titled ${title}.`);
    return space;
  });
}

function redirectRow(
  { newId, now }: SiteChangeCall,
  siteId: string,
  source: string,
  url: string,
): SiteRedirectTable {
  const created = now.toISOString();
  return {
    id: newId(),
    site_id: siteId,
    source,
    source_key: getSourceKey(source),
    draft: 0,
    capture_wildcard: Number(source.endsWith("*")),
    permanent: 1,
    destination: JSON.stringify({ kind: "external", url }),
    created_at: created,
    updated_at: null,
    touched_at: created,
  };
}
