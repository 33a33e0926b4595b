/**
 * The conditions under which a site shows a space. URLs of files contain their fingerprint instead of
 * the claims of the visitor, which may be long or confidential.
 */
import { cacheQuery } from "../../../database/prepared.ts";
import type { Queries } from "../../../database/tables.ts";
import { selectSites } from "../queries.ts";
import { withoutDrafts } from "../structure/drafts.ts";
import { readStructure, type SiteSpaceRow, type Structure } from "../structure/structure.ts";
import { computeFingerprint } from "./visitor-pass.ts";

/** The fingerprint of a space that all visitors of the site see. */
export const noConditions = "";

/** Without adaptive content, visitors have no claims, so a condition selects other visitors. */
export function computeConditions(
  { site, sections }: Pick<Structure, "site" | "sections">,
  siteSpace: SiteSpaceRow,
): string {
  const section = sections.get(siteSpace.section_id ?? "");
  const conditions = [section?.condition ?? null, siteSpace.condition];
  return conditions.every((one) => one === null)
    ? noConditions
    : computeFingerprint(JSON.stringify([site.adaptive_content, ...conditions]));
}

/**
 * Whether a site shows a space to all visitors, or under conditions that held for a visitor.
 * @param conditions their fingerprint
 */
export async function isVisibleUnder(
  db: Queries,
  siteId: string,
  { space, conditions }: { readonly space: string; readonly conditions: string },
): Promise<boolean> {
  const shown = await readShownSpaces(db, siteId);
  return shown.has(`${space} ${noConditions}`) || shown.has(`${space} ${conditions}`);
}

/** Each space of a site, except in drafts, with the fingerprint of its conditions. */
const readShownSpaces = cacheQuery(200, async (db, siteId): Promise<ReadonlySet<string>> => {
  const site = await selectSites(db).where("id", "=", siteId).executeTakeFirst();
  if (!site) return new Set();
  const structure = withoutDrafts(await readStructure({ db, caller: "" }, site));
  const rows = [...structure.siteSpaces.values()].filter(({ deleted_at }) => deleted_at === null);
  return new Set(rows.map((row) => `${row.space_id} ${computeConditions(structure, row)}`));
});
