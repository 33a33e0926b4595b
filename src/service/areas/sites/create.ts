/** Creation of sites. */
import type { Input } from "../../../contract/endpoint.ts";
import type { create } from "../../../contract/site.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank, untitled } from "../../core/titles.ts";
import type { Queries } from "../../database/tables.ts";
import { finishChange, lockStructure, type SiteChangeCall } from "./change.ts";
import { addSiteSpaces, requireSpaceForSite, toPartTitle } from "./structure/add-parts.ts";
import type { SiteTable } from "./tables.ts";
import { createPath } from "./urls/paths.ts";
import { ensureShareLink } from "./visitors/share-links.ts";

type NewSiteInput = Omit<Input<typeof create>, "organizationId">;

/** The number of numeric suffixes to try before a random one is used. */
const maxSuffix = 20;

/**
 * Creates an unpublished site with spaces at its root. The default title is that of the first space.
 * @returns the id of the site
 */
export async function createSite(
  call: Call,
  organizationId: string,
  { type = "basic", title, visibility = "public", spaces = [] }: NewSiteInput,
): Promise<string> {
  refuseBlank("title", title);
  const rows = [];
  for (const id of spaces) rows.push(await requireSpaceForSite(call, organizationId, id, "spaces"));
  const [first] = rows;
  const siteTitle = title ?? (first ? toPartTitle(first.title) : untitled);
  const id = await insertSite(call, organizationId, { type, title: siteTitle, visibility });
  await addSiteSpaces(call, await lockStructure(call, id), null, rows);
  await finishChange(call, id);
  return id;
}

type NewSite = Pick<SiteTable, "type" | "title" | "visibility">;

/** Inserts an empty, unpublished site with a unique basename. @returns the id of the site */
export async function insertSite(
  call: SiteChangeCall,
  organizationId: string,
  { type, title, visibility }: NewSite,
): Promise<string> {
  const id = call.newId();
  await call.db
    .insertInto("sites")
    .values({
      id,
      organization_id: organizationId,
      type,
      title,
      basename: await findFreeBasename(call, organizationId, title),
      visibility,
      published: 0,
      adaptive_content: 0,
      agents_context: "excluded",
      proxy: null,
      visitor_schema: null,
      visitor_schema_at: null,
      default_section_id: null,
      default_site_space_id: null,
      default_level: "inherit",
      created_by: call.caller,
      created_at: call.now.toISOString(),
    })
    .execute();
  if (visibility === "share-link") await ensureShareLink(call, id);
  return id;
}

async function findFreeBasename(
  call: SiteChangeCall,
  organizationId: string,
  title: string,
): Promise<string> {
  const isTaken = async (basename: string) =>
    (await findSiteByBasename(call.db, organizationId, basename)) !== undefined;
  const plain = createPath(title, "site", () => false);
  for (let number = 1; number <= maxSuffix; number++) {
    const basename = number === 1 ? plain : `${plain}-${number}`;
    if (!(await isTaken(basename))) return basename;
  }
  return `${plain}-${call.newId().slice(0, 5).toLowerCase()}`;
}

/** @returns the id of the site with a basename in an organization */
export async function findSiteByBasename(
  db: Queries,
  organizationId: string,
  basename: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("sites")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("basename", "=", basename)
    .executeTakeFirst();
  return row?.id;
}
